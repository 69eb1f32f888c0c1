"""Words whose full stop is no end, and words that begin sentences."""


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


NEVER_LAST = _words(
    # English
    "e.g i.e eg ie dr mr mrs ms mx messrs prof rev hon gov sen rep gen col capt cmdr lt sgt maj "
    "st "
    "mt vs v viz cf ca approx resp incl excl esp usu orig trans aka a.k.a "
    # German
    "z.b d.h u.a u.u z.t i.d.r s.o s.u bzw bspw ggf evtl sog vgl ca gem lt inkl exkl zzgl hrsg "
    "dgl "
    "o.g d.i i.a u.ä hl "
    # French, Spanish, Italian, Portuguese, Dutch
    "p.ex m mme mlle mgr c.-à-d c.à.d env av apr ex sra srta ud uds p.ej sig dott "
    "dr.ssa bijv d.w.z "
    "n.b",
)
"""Something always follows these in the same sentence."""

COUNTED = _words(
    "no nos nr nrn núm num n fig figs abb tab sec sect ch chap chapt kap vol vols bd art p pp pg "
    "par "
    "para eq ed eds app apr aug sept sep oct nov dec jan feb mar jun jul bzw ver rel lit"
    " z ziff s rn rdnr",
)
"""No end before a number: "No. 5", "Fig. 2", "Sept. 5"; and before a small letter."""

MAY_END = _words("etc usw usf ff et.al")
"""These end a sentence before a capital, and none before a small letter."""

TITLES_OF_FIRMS = _words(
    "inc ltd co corp llc bros jr sr gmbh dept univ u.s u.k u.n e.u d.c ph.d m.d b.a m.a a.m p.m "
    "b.c a.d u.s.a s.a s.p.a al",
)
"""These may end a sentence, but only before a word that begins one."""

STARTERS = _words(
    "The A An This That These Those It He She They We You I In On At By For From To Of With Within "
    "Without As If When While Since After Before However But And Or Nor So Yet Thus Then There "
    "Here "
    "What Who Which Where Why How Each Every All Any Some Many Most Both No Not Its His Her Their "
    "Our Your My One Two Also Although Though Because Despite During Once Only Under Until Use See "
    "Note Today Currently Instead Therefore Furthermore Moreover Finally First Second Let Do Does "
    "Please Such "
    "Der Die Das Ein Eine Es Er Sie Wir Ich Ihr Im Am Bei Mit Nach Für Wenn Als Auch Aber Und Oder "
    "Dies Diese Dieser Dieses Damit Dadurch Dabei Daher Deshalb Jede Jeder Jedes Zum Zur Vom Man "
    "Nur Sobald Während Sofern Falls "
    "Le La Les Un Une Des Il Elle Ils Elles Ce Cette Ces Cet On Nous Vous Pour Dans Par Avec Mais "
    "Si "
    "Quand Lorsque Chaque Toute Tous El Los Las Una Este Esta Para Con Pero",
)
"""Words with a capital that mostly have it because a sentence begins."""

ORDINAL_LANGUAGES = _words("de da nb nn no fi cs sk hu pl sl hr sr et lv is tr lb")
"""Languages that write ordinal numbers with a full stop."""

MONTHS_AND_NOUNS_AFTER_ORDINALS = _words(
    "januar jänner februar märz april mai juni juli august september oktober november dezember "
    "jahrhundert jahrhunderts auflage kapitel teil band klasse platz mal weltkrieg weltkriegs "
    "ledna února března dubna května června července srpna září října listopadu prosince",
)
