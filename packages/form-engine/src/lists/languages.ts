import { namedList, optionLines } from './option-lines.ts';

/** The choice that asks which language it is. */
export const OTHER_LANGUAGE = 'other';

/** Living languages by their BCP 47 code, the two most spoken in the United States first. */
export const LANGUAGES = namedList(
  'languages',
  optionLines(`
en English
es Spanish
ab Abkhazian
aa Afar
af Afrikaans
sq Albanian
ase American Sign Language
am Amharic
ar Arabic
an Aragonese
hy Armenian
as Assamese
av Avaric
ay Aymara
az Azerbaijani
bm Bambara
bn Bangla (Bengali)
ba Bashkir
eu Basque
be Belarusian
bh Bhojpuri
bi Bislama
bs Bosnian
br Breton
bg Bulgarian
my Burmese
kea Cape Verdean Creole
ca Catalan
ceb Cebuano
ch Chamorro
ce Chechen
chr Cherokee
yue Chinese (Cantonese)
nan Chinese (Hokkien, Taiwanese)
zh Chinese (Mandarin)
cv Chuvash
kw Cornish
co Corsican
cr Cree
hr Croatian
cs Czech
da Danish
dv Divehi
nl Dutch
dz Dzongkha
et Estonian
ee Ewe
fo Faroese
fj Fijian
fil Filipino (Tagalog)
fi Finnish
fr French
ff Fula
gl Galician
lg Ganda
ka Georgian
de German
el Greek
gn Guarani
gu Gujarati
ht Haitian Creole
ha Hausa
haw Hawaiian
he Hebrew
hz Herero
hi Hindi
ho Hiri Motu
hmn Hmong
hu Hungarian
is Icelandic
ig Igbo
ilo Iloko
id Indonesian
iu Inuktitut
ik Inupiaq
ga Irish
it Italian
ja Japanese
jv Javanese
kl Kalaallisut
kn Kannada
kr Kanuri
ks Kashmiri
kk Kazakh
km Khmer
ki Kikuyu
rw Kinyarwanda
kv Komi
kg Kongo
ko Korean
kj Kuanyama
ku Kurdish
ky Kyrgyz
lo Lao
lv Latvian
li Limburgish
ln Lingala
lt Lithuanian
lu Luba-Katanga
lb Luxembourgish
mk Macedonian
mg Malagasy
ms Malay
ml Malayalam
mt Maltese
gv Manx
mi Maori
mr Marathi
mh Marshallese
mn Mongolian
na Nauru
nv Navajo
ng Ndonga
ne Nepali
nd North Ndebele
se Northern Sami
nb Norwegian Bokmål
nn Norwegian Nynorsk
ii Nuosu (Yi)
ny Nyanja
oc Occitan
or Odia
oj Ojibwa
om Oromo
os Ossetic
ps Pashto
fa Persian (Farsi, Dari)
pl Polish
pt Portuguese
pa Punjabi
qu Quechua
ro Romanian
rm Romansh
rn Rundi
ru Russian
sm Samoan
sg Sango
sa Sanskrit
sc Sardinian
gd Scottish Gaelic
sr Serbian
sn Shona
sd Sindhi
si Sinhala
sk Slovak
sl Slovenian
so Somali
nr South Ndebele
st Southern Sotho
su Sundanese
sw Swahili
ss Swati
sv Swedish
ty Tahitian
tg Tajik
ta Tamil
tt Tatar
te Telugu
th Thai
bo Tibetan
ti Tigrinya
to Tongan
ts Tsonga
tn Tswana
tr Turkish
tk Turkmen
uk Ukrainian
ur Urdu
ug Uyghur
uz Uzbek
ve Venda
vi Vietnamese
wa Walloon
cy Welsh
fy Western Frisian
wo Wolof
xh Xhosa
yi Yiddish
yo Yoruba
za Zhuang
zu Zulu
other Another language
`),
  2,
);
