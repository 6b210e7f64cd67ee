/**
 * Nicknames of colleges that are in no public list: '<beginning of the name> @ state = nicknames', with the city after the
 * state where several campuses share the name and this is the main one.
 */
const LINES = `
university mississippi @ MS University = ole miss
university california los angeles @ CA = ucla
university california berkeley @ CA = uc berkeley, cal berkeley, cal
university california san diego @ CA = ucsd, uc san diego
university california davis @ CA = uc davis, ucd
university california irvine @ CA = uc irvine, uci
university california santa barbara @ CA = ucsb, uc santa barbara
university california santa cruz @ CA = ucsc, uc santa cruz
university california riverside @ CA = ucr, uc riverside
university california merced @ CA = uc merced
california institute technology @ CA = caltech, cal tech
california state university @ CA = cal state, csu
california polytechnic state university @ CA = cal poly
california polytechnic state university san luis obispo @ CA = cal poly, cal poly slo
california state polytechnic university @ CA = cal poly pomona
san diego state university @ CA = sdsu
university southern california @ CA = usc
massachusetts institute technology @ MA = mit
pennsylvania state university @ PA University Park = penn state, psu
university pennsylvania @ PA = upenn, penn
university pittsburgh @ PA Pittsburgh = pitt
university texas @ TX Austin = ut
university texas austin @ TX = ut austin
texas a m university @ TX College Station = tamu, texas am, aggies
texas christian university @ TX = tcu
southern methodist university @ TX = smu
university north carolina @ NC Chapel Hill = unc
university north carolina chapel hill @ NC = unc chapel hill, carolina
north carolina state university @ NC = nc state, ncsu
north carolina a t @ NC = ncat
university virginia @ VA = uva
virginia polytechnic institute @ VA Blacksburg = virginia tech, vt
virginia commonwealth university @ VA = vcu
college william @ VA = william and mary
james madison university @ VA = jmu
george mason university @ VA = gmu
university michigan @ MI Ann Arbor = umich, u of m
michigan state university @ MI = msu
ohio state university @ OH Columbus = osu, tosu
miami university @ OH Oxford = miami of ohio
case western reserve university @ OH = cwru
university kentucky @ KY Lexington = uk
university louisville @ KY = uofl, u of l
western kentucky university @ KY = wku
eastern kentucky university @ KY = eku
northern kentucky university @ KY = nku
university tennessee @ TN Knoxville = utk, ut knoxville
middle tennessee state university @ TN = mtsu
east tennessee state university @ TN = etsu
georgia institute technology @ GA = georgia tech, gt
university georgia @ GA = uga
university florida @ FL = uf
florida state university @ FL = fsu
university central florida @ FL = ucf
university south florida @ FL = usf
florida international university @ FL = fiu
university alabama @ AL Tuscaloosa = bama, ua
university alabama birmingham @ AL = uab
louisiana state university @ LA Baton Rouge = lsu
university illinois @ IL Champaign = uiuc, u of i
university illinois chicago @ IL = uic
university wisconsin @ WI Madison = uw
university washington @ WA Seattle = uw, udub
washington state university @ WA = wsu, wazzu
washington university saint louis @ MO = washu, wustl
university missouri @ MO Columbia = mizzou
university nebraska @ NE Lincoln = unl
university nevada las vegas @ NV = unlv
university oklahoma @ OK = ou
university colorado @ CO Boulder = cu, cu boulder
arizona state university @ AZ Tempe = asu
university arizona @ AZ = u of a
brigham young university @ UT = byu
new york university @ NY = nyu
state university new york @ NY = suny
suny @ NY = state university of new york
cuny @ NY = city university of new york
cuny city college @ NY = ccny, city college of new york
rensselaer polytechnic institute @ NY = rpi
rochester institute technology @ NY = rit
united states military academy @ NY = west point, usma
united states naval academy @ MD = annapolis, usna
us military academy @ NY = west point, usma
us naval academy @ MD = annapolis, usna
us air force academy @ CO = usafa
university maryland @ MD College Park = umd
university maryland baltimore county @ MD = umbc
johns hopkins university @ MD = jhu
rutgers @ NJ New Brunswick = rutgers university
new jersey institute technology @ NJ = njit
university connecticut @ CT Storrs = uconn
university massachusetts @ MA Amherst = umass
boston college @ MA = bc
boston university @ MA = bu
worcester polytechnic institute @ MA = wpi
university new hampshire @ NH = unh
university vermont @ VT = uvm
university rhode island @ RI = uri
rhode island school design @ RI = risd
university south carolina @ SC Columbia = usc, gamecocks
indiana university @ IN Bloomington = iu
indiana university purdue @ IN = iupui, ipfw
university notre dame @ IN = nd
university delaware @ DE = udel
university kansas @ KS = ku
kansas state university @ KS = k state
iowa state university @ IA = isu
university iowa @ IA = uiowa
university minnesota @ MN Minneapolis = umn, u of m
university hawaii @ HI Honolulu = uh manoa
university utah @ UT = u of u
george washington university @ DC = gwu, gw
american university @ DC = au
west virginia university @ WV = wvu
savannah college art @ GA = scad
school art institute chicago @ IL = saic
university arkansas @ AR Fayetteville = u of a, razorbacks
university puerto rico @ PR = upr
embry riddle @ FL = erau
virginia polytech institute @ VA Blacksburg = virginia tech, vt
university miami @ FL Coral Gables = the u
northwestern university @ IL Evanston = nu
university notre dame @ IN Notre Dame = nd, irish
purdue university @ IN West Lafayette = boilermakers
kent state university @ OH Kent = kent
university cincinnati @ OH Cincinnati = uc, bearcats
university georgia @ GA Athens = uga
columbia university city new york @ NY = columbia university
university pennsylvania @ PA Philadelphia = upenn, u penn
university chicago @ IL Chicago = uchicago, u chicago
jefferson community technical college @ KY Louisville = jctc, jcc
bluegrass community technical college @ KY Lexington = bctc
`;

interface Nickname {
  readonly words: readonly string[];
  readonly state: string;
  /** '' if the name alone is unambiguous. */
  readonly city: string;
  readonly names: readonly string[];
}

const NICKNAMES: readonly Nickname[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [left = '', names = ''] = line.split(' = ');
    const [key = '', place = ''] = left.split(' @ ');
    return { words: key.split(' '), state: place.slice(0, 2), city: place.slice(3), names: names.split(', ') };
  });

/** By state and first word. */
const NICKNAMES_BY_BEGINNING = Map.groupBy(NICKNAMES, ({ state, words }) => `${state} ${words[0]}`);

export interface Nicknames {
  /** Of this college alone. */
  readonly own: readonly string[];
  /** Of a college whose name is the beginning of this one's, which is often another campus. */
  readonly shared: readonly string[];
  /** Whether people mean this campus when they name none. */
  readonly isMain: boolean;
}

/** Nicknames of the college with this name key in this place. */
export function nicknamesOf(key: string, city: string, state: string): Nicknames {
  const words = key.split(' ');
  const fitting = (NICKNAMES_BY_BEGINNING.get(`${state} ${words[0]}`) ?? []).filter((entry) =>
    entry.words.every((word, place) => words[place] === word),
  );
  const isMain = (entry: Nickname) =>
    entry.city !== '' && entry.city === city && words.length <= entry.words.length + 5;
  const isOwn = (entry: Nickname) => isMain(entry) || (entry.city === '' && entry.words.length === words.length);
  return {
    own: fitting.filter(isOwn).flatMap((entry) => entry.names),
    shared: fitting.filter((entry) => !isOwn(entry)).flatMap((entry) => entry.names),
    isMain: fitting.some(isMain),
  };
}
