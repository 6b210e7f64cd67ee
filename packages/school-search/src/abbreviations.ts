/** Abbreviations in names of schools with their long forms; both match each other. */
const LINES = `
st saint | ste sainte | mt mount | mtn mountain | ft fort | pt point | pk park
hs high school | jshs junior senior high school | shs senior high school | msl middle school | ms middle school
sr senior | snr senior | jr junior | sch school | schl school | sec secondary | elem elementary
univ university | u university | unv university | coll college | col college | colg college | clg college | c college
cc community college | cc community and technical college | cc community technical college | ctc community and technical college | tc technical college
comm community | cmty community | cmnty community | com community | commun community
tech technical | tec technical | tech technology | technol technology | polytech polytechnic | poly polytechnic
inst institute | instit institute | acad academy | acd academy | prep preparatory | preptry preparatory
chr christian | christn christian | cath catholic | luth lutheran | bapt baptist | meth methodist | presb presbyterian
ctr center | cntr center | cen center | centre center | centr central | centrl central | cntl central | ctrl central
co county | cnty county | cty county | reg regional | regl regional | twp township | dist district | voc vocational
intl international | internatl international | natl national | amer american | mem memorial | meml memorial
sci science | scis sciences | hlth health | nrsng nursing | mgmt management | mgt management | bus business
arts art | perf performing | theol theological | sem seminary | semin seminary | med medical | agri agricultural
ind independent | indep independent | cons consolidated | alt alternative | chrtr charter | mag magnet
n north | s south | e east | w west | no north | so south | nrthn northern | northrn northern | northestrn northeastern
southrn southern | estrn eastern | wstrn western | ne northeast | nw northwest | se southeast | sw southwest
ky kentucky | cal california | calif california | ca california | mich michigan | penn pennsylvania | pa pennsylvania
fla florida | fl florida | mn minnesota | minn minnesota | tx texas | tex texas | ill illinois | wis wisconsin | wisc wisconsin
mass massachusetts | miss mississippi | tenn tennessee | ok oklahoma | okla oklahoma | wash washington | ore oregon
colo colorado | conn connecticut | ala alabama | ariz arizona | ark arkansas | ga georgia | ind indiana | neb nebraska
state st | dr doctor | mlk martin luther king | jfk john f kennedy | rfk robert f kennedy | fdr franklin d roosevelt
ps public school | is intermediate school | campu campus | cmps campus | camp campus | hosp hospital | mil military
tec technology | sys system | svc service | svcs services | dev development | lawrence laurence
`;

/** Each abbreviation with the words it can stand for. */
export const ABBREVIATIONS = LINES.split(/[|\n]/)
  .map((entry) => entry.trim().split(/\s+/))
  .flatMap(([short, ...long]) => (short === undefined || short === '' || long.length === 0 ? [] : [{ short, long }]));

/** Abbreviations that a name's key writes out: those with one meaning that are not words or names themselves. */
export const WRITTEN_OUT: ReadonlyMap<string, string> = new Map(
  `st saint | ste sainte | mt mount | ft fort | hs high school | jshs junior senior high school | shs senior high school
   sr senior | jr junior | sch school | univ university | unv university | u university | coll college | colg college
   comm community | cmty community | cmnty community | cc community college | tech technical | tec technical
   inst institute | acad academy | prep preparatory | cath catholic | ctr center | cntr center | centre center
   centrl central | cntl central | co county | cnty county | twp township | voc vocational | intl international
   calif california | mem memorial | meml memorial | n north | s south | e east | w west`
    .split(/[|\n]/)
    .map((entry) => entry.trim())
    .map((entry) => [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)] as const),
);

/** Words that tell nothing of a school and that lists write or leave out. */
export const SMALL_WORDS: ReadonlySet<string> = new Set('of the at and in for on'.split(' '));

/**
 * Words of many names that people join with the next one, or not (La Salle, De Paul, Mc Guffey, O'Hara), and that alone tell
 * nothing of a school: Lycée Jean de Sèvres is not De Sales.
 */
export const PARTICLES: ReadonlySet<string> = new Set(
  'mc mac o d de del la le el los las san van von du da das do dos des di der den al saint st y e'.split(' '),
);

/** Words of so many names that they only rank. */
export const STOP_WORDS: Readonly<Record<'hs_ceeb' | 'college_ceeb', readonly string[]>> = {
  hs_ceeb: ['a', ...SMALL_WORDS, ...'high school highschool hs schools academy senior sr junior jr'.split(' ')],
  college_ceeb: [
    'a',
    ...SMALL_WORDS,
    ...'college university univ u coll school institute academy campus main'.split(' '),
  ],
};
