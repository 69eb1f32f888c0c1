"""Events by the words that name them, in all languages: "founded", "created" and "gegründet" are one."""

import re

_EVENTS = {
    "begin": "found founded creat created creation start started began begun begin establish established set formed founding"
    " gründung gründungs fondation gegründet gründete begründet entstand entstanden begann fondé fondée fondés créé créée création foundation établi"
    " établie 创建 創建 建立 创立 創立 成立 设立 設立 创办 創辦 設立され 創設",
    "release": "releas released release publish published publication launched appeared veröffentlichung veröffentlicht erschienen erschien publié publiée"
    " sorti sortie paru parue lancé lancée 发布 發布 發佈 发行 發行 出版 上市 リリース 発売 発表 公開",
    "end": "fermeture schließung closure auflösung dissolution end ended ending dissolved closed stopped discontinued finished endete beendet aufgelöst geschlossen eingestellt"
    " dissous dissoute fermé fermée 解散 停刊 关闭 關閉 結束 结束 廃止 閉鎖",
    "die": "died death tod gestorben starb mort morte décédé décédée mourut 去世 逝世 死于 死於 病逝 死去 没した 亡くな",
    "be born": "born birth geburt naissance geboren né née naquit 出生 生于 生於 诞生 誕生 生まれ",
    "lead from": "led",
    "elect": "elected appointed gewählt ernannt élu élue nommé nommée",
    "rename": "renamed umbenannt rebaptisé rebaptisée renommé 改名 更名 改称",
    "win": "won gewann gewonnen gagné gagna remporté 赢得 贏得 夺得 奪得 獲得 获得 優勝",
    "buy": "bought acquired gekauft erworben acheté acquis 收购 收購 買収",
    "open": "opened opening premiered premiere inaugurated eröffnung ouverture eröffnet uraufgeführt eingeweiht inauguré inaugurée ouvert ouverte"
    " 开幕 開幕 首演 首映 启用 啟用 通车 通車 开业 開業 開館 初演 開通",
    "build": "built constructed construction completed completion erected bau fertigstellung gebaut erbaut errichtet fertiggestellt construit construite bâti bâtie"
    " achevé achevée 建于 建於 始建 建成 落成 竣工 修建 建造 建設 完成",
    "join": "joined beigetreten rejoint 加入 加盟",
    "marry": "married heiratete épousa 结婚 結婚",
    "announce": "announced angekündigt annoncé 宣布 宣佈",
    "sign": "signed unterzeichnet signé 签署 簽署 署名 調印",
    "introduce": "introduced eingeführt introduit introduite 引入 導入",
    "designate": "designated listed inscribed registered ausgewiesen eingetragen classé classée inscrit inscrite 登录 登錄"
    " 列为 列為 指定 登録",
    "invent": "invented discovered erfunden entdeckt inventé inventée découvert découverte 发明 發明 发现 發現 発明 発見",
    "destroy": "destroyed demolished zerstört abgerissen détruit détruite démoli démolie 拆除 毁于 毀於 摧毁 摧毀 焼失 破壊",
    "crown": "crowned enthroned gekrönt couronné couronnée 登基 即位 继位 繼位",
    "graduate": "graduated diplômé diplômée 毕业 畢業 卒業",
    "arrive": "arrived",
}
EVENT_OF = {word: event for event, words in _EVENTS.items() for word in words.split()}
"""Every word that names an event, with the event."""
REPEATED = frozenset(["win", "elect", "announce"])
"""What happens to one thing again and again: two dates of it never clash."""
AGAIN = frozenset(["sign", "join", "arrive", "introduce", "graduate", "marry", "buy", "designate"])
"""What may happen to one thing more than once: two dates of it clash only in sentences that say the same
but for the date."""
APART = re.compile(
    "|".join(sorted((w for w in EVENT_OF if ord(w[0]) > 0x2E80), key=lambda w: (-len(w), w)))
)


_PHRASES = tuple(
    (re.compile(rf"\b(?:{phrase})\b", re.IGNORECASE), event)
    for phrase, event in (
        ("came out|comes out|went on sale|kam heraus", "released"),
        ("passed away|lost (?:his|her) life|ums Leben", "died"),
        ("zur Welt|vu le jour|saw the light", "born"),
        ("came into being|was set up|ins Leben gerufen", "founded"),
        ("opened (?:its|their) doors|ouvert ses portes", "opened"),
    )
)


def event_words(clause: str) -> list[str]:
    """The words of a clause; events of a script without blanks stand apart."""
    for pattern, event in _PHRASES:
        clause = pattern.sub(event, clause)
    apart = APART.sub(lambda m: f" {m.group()} ", clause.casefold())
    return re.findall(r"[^\W\d_]+", apart)
