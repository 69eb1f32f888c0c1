"""Units and what is counted, by one name in every language, so that values compare.

Factors are those of the International System of Units (BIPM, SI Brochure, 9th edition) and of the
international yard and pound (1959).
"""

import re

_MEASURES: dict[str, dict[str, float]] = {
    "metre": {
        "m metre metres meter meters mètre mètres Meter Metern 米 公尺 メートル": 1,
        "km kilometre kilometres kilometer kilometers kilomètre kilomètres Kilometer Kilometern 公里 千米 キロメートル キロ": 1000,
        "cm centimetre centimetres centimeter centimeters centimètres Zentimeter 厘米 公分 センチメートル センチ": 0.01,
        "mm millimetre millimetres millimeter millimeters millimètres Millimeter 毫米 公厘 ミリメートル ミリ": 0.001,
        "mile miles Meile Meilen 英里 マイル": 1609.344,
        "foot feet ft 英尺 フィート": 0.3048,
        "inch inches Zoll 英寸 インチ": 0.0254,
        "yard yards": 0.9144,
    },
    "square metre": {
        "m² m2 sqm Quadratmeter 平方米 平方公尺 平方メートル": 1,
        "km² km2 Quadratkilometer Quadratkilometern 平方公里 平方千米 平方キロメートル 平方キロ": 1e6,
        "hectare hectares ha Hektar 公顷 公頃 ヘクタール": 1e4,
        "acre acres": 4046.8564224,
    },
    "kilogram": {
        "kg kilogram kilograms kilogramme kilogrammes Kilogramm 公斤 千克 キログラム キロ": 1,
        "g gram grams gramme grammes Gramm 克 公克 グラム": 0.001,
        "tonne tonnes ton tons Tonne Tonnen 吨 噸 公吨 トン": 1000,
        "pound pounds lb lbs 磅 ポンド": 0.45359237,
    },
    "litre": {"l litre litres liter liters Liter Litern 升 公升 リットル": 1, "ml Milliliter millilitres milliliters 毫升": 0.001},
    "degree": {"°C °c degree degrees degré degrés Grad 度 摄氏度 攝氏度 ℃": 1},
    "percent": {"% ％ percent Prozent per-cent": 1},
    "dollar": {"dollar dollars Dollar $ US$ 美元 美金 ドル": 1},
    "euro": {"euro euros Euro € 欧元 歐元 ユーロ": 1},
    "byte": {"byte bytes Byte octets": 1, "KB kB kilobytes": 1e3, "MB megabytes Megabyte": 1e6, "GB gigabytes Gigabyte": 1e9},
    "watt": {"watt watts Watt W 瓦 ワット": 1, "kW kilowatt kilowatts Kilowatt 千瓦": 1e3, "MW megawatt megawatts Megawatt": 1e6},
    "year": {"year years Jahr Jahre Jahren an ans année années": 1},
    "year of age": {"岁 歲 歳": 1},
    "month": {"month months Monat Monate Monaten mois 个月 個月 か月 ヶ月 カ月": 1},
    "week": {"week weeks Woche Wochen semaine semaines 周 週 星期 週間": 1},
    "day": {"day days Tag Tage Tagen jour jours 天 日間": 1},
    "hour": {"hour hours Stunde Stunden heure heures 小时 小時 時間": 1},
    "minute": {"minute minutes Minute Minuten 分钟 分鐘 分間": 1},
    "person": {"person persons people dead death deaths Tote Toten Todesfälle mort morts décès 死者 inhabitant inhabitants Einwohner Einwohnern Menschen Personen habitant habitants personne"
               " personnes 人 名 人口": 1},
    "developer": {"developer developers Entwickler Entwicklern développeur développeurs 开发者 開發者 開発者": 1},
    "member": {"member members Mitglied Mitglieder Mitgliedern membre membres 成员 成員 会员 會員 メンバー 会員": 1},
    "employee": {"employee employees Mitarbeiter Mitarbeitern Beschäftigte Angestellte employé employés salariés 员工 員工 雇员 従業員 社員": 1},
    "student": {"student students Student Studenten Studierende étudiant étudiants 学生 學生": 1},
    "user": {"user users Benutzer Nutzer utilisateur utilisateurs 用户 用戶 利用者 ユーザー": 1},
    "package": {"package packages Paket Pakete Paketen paquet paquets 软件包 軟體包 套件 パッケージ": 1},
    "language": {"language languages Sprache Sprachen langue langues 语言 語言 言語": 1},
    "country": {"country countries Land Länder Ländern pays 国家 國家 か国 カ国": 1},
    "island": {"island islands Insel Inseln île îles 岛屿 島嶼 島": 1},
    "case": {"case cases Fall Fälle Fällen cas 病例": 1},
    "child": {"child children Kind Kinder Kindern enfant enfants 孩子 子女 子供": 1},
    "page": {"page pages Seite Seiten 页 頁 ページ": 1},
    "room": {"room rooms Zimmer chambre chambres 房间 房間 部屋": 1},
    "seat": {"seat seats Sitz Sitze Sitzplätze place places siège sièges 座位 議席 席": 1},
    "floor": {"floor floors storey storeys story stories Stockwerk Stockwerke étage étages 层 層 階": 1},
    "tower": {"tower towers Turm Türme tour tours 塔": 1},
    "bridge": {"bridge bridges Brücke Brücken pont ponts 桥 橋": 1},
    "ship": {"ship ships Schiff Schiffe navire navires 船 艘 隻": 1},
    "term": {"term terms Amtszeit Amtszeiten mandat mandats 任期": 1},
}  # fmt: skip
_BY_SPELLING = {
    spelling: (name, factor)
    for name, sizes in _MEASURES.items()
    for words, factor in sizes.items()
    for spelling in words.split()
}
_WIDE = sorted((s for s in _BY_SPELLING if ord(s[0]) > 0x2E80), key=lambda s: (-len(s), s))
_WIDE_UNIT = re.compile("|".join(map(re.escape, _WIDE)))
_SYMBOL = re.compile(
    r"\s?(?P<unit>%|％|°\s?C\b|℃|m²|km²|m2\b|km2\b)|[ \u00a0\u202f]?(?P<letters>[A-Za-z]{1,2})\b(?!['’-])"
)
MEASURED = frozenset("metre kilogram litre degree percent dollar euro byte watt".split()) | {
    "square metre"
}
"""Of these a value is an amount and no count of things."""


def unit_of(word: str) -> tuple[str, float] | None:
    """The name of what a word counts in every language and its size, where it is known."""
    return _BY_SPELLING.get(word) or _BY_SPELLING.get(word.casefold())


def symbol_at(text: str, place: int) -> tuple[str, float, int] | None:
    """The unit whose sign stands at a place ("%", "km"): its name, its size, and where the sign ends."""
    match = _SYMBOL.match(text, place)
    if match is None:
        return None
    known = _BY_SPELLING.get((match["unit"] or match["letters"]).replace(" ", ""))
    return (*known, match.end()) if known else None


def wide_unit_at(text: str, place: int) -> tuple[str, float, int] | None:
    """The same of Chinese and Japanese words, the longest that fits."""
    match = _WIDE_UNIT.match(text, place)
    return (*_BY_SPELLING[match.group()], match.end()) if match else None
