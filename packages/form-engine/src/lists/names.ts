import type { NamedList, Option, OptionList } from '../options.ts';

/** Alpha-3 to alpha-2 codes of ISO 3166-1, and of Kosovo: Intl knows countries by alpha-2. */
export const ALPHA_2: ReadonlyMap<string, string> = new Map(
  Array.from(
    `
  ABW AW  AFG AF  AGO AO  AIA AI  ALA AX  ALB AL  AND AD  ARE AE  ARG AR  ARM AM  ASM AS  ATA AQ  ATF TF  ATG AG
  AUS AU  AUT AT  AZE AZ  BDI BI  BEL BE  BEN BJ  BES BQ  BFA BF  BGD BD  BGR BG  BHR BH  BHS BS  BIH BA  BLM BL
  BLR BY  BLZ BZ  BMU BM  BOL BO  BRA BR  BRB BB  BRN BN  BTN BT  BVT BV  BWA BW  CAF CF  CAN CA  CCK CC  CHE CH
  CHL CL  CHN CN  CIV CI  CMR CM  COD CD  COG CG  COK CK  COL CO  COM KM  CPV CV  CRI CR  CUB CU  CUW CW  CXR CX
  CYM KY  CYP CY  CZE CZ  DEU DE  DJI DJ  DMA DM  DNK DK  DOM DO  DZA DZ  ECU EC  EGY EG  ERI ER  ESH EH  ESP ES
  EST EE  ETH ET  FIN FI  FJI FJ  FLK FK  FRA FR  FRO FO  FSM FM  GAB GA  GBR GB  GEO GE  GGY GG  GHA GH  GIB GI
  GIN GN  GLP GP  GMB GM  GNB GW  GNQ GQ  GRC GR  GRD GD  GRL GL  GTM GT  GUF GF  GUM GU  GUY GY  HKG HK  HMD HM
  HND HN  HRV HR  HTI HT  HUN HU  IDN ID  IMN IM  IND IN  IOT IO  IRL IE  IRN IR  IRQ IQ  ISL IS  ISR IL  ITA IT
  JAM JM  JEY JE  JOR JO  JPN JP  KAZ KZ  KEN KE  KGZ KG  KHM KH  KIR KI  KNA KN  KOR KR  KWT KW  LAO LA  LBN LB
  LBR LR  LBY LY  LCA LC  LIE LI  LKA LK  LSO LS  LTU LT  LUX LU  LVA LV  MAC MO  MAF MF  MAR MA  MCO MC  MDA MD
  MDG MG  MDV MV  MEX MX  MHL MH  MKD MK  MLI ML  MLT MT  MMR MM  MNE ME  MNG MN  MNP MP  MOZ MZ  MRT MR  MSR MS
  MTQ MQ  MUS MU  MWI MW  MYS MY  MYT YT  NAM NA  NCL NC  NER NE  NFK NF  NGA NG  NIC NI  NIU NU  NLD NL  NOR NO
  NPL NP  NRU NR  NZL NZ  OMN OM  PAK PK  PAN PA  PCN PN  PER PE  PHL PH  PLW PW  PNG PG  POL PL  PRI PR  PRK KP
  PRT PT  PRY PY  PSE PS  PYF PF  QAT QA  REU RE  ROU RO  RUS RU  RWA RW  SAU SA  SDN SD  SEN SN  SGP SG  SGS GS
  SHN SH  SJM SJ  SLB SB  SLE SL  SLV SV  SMR SM  SOM SO  SPM PM  SRB RS  SSD SS  STP ST  SUR SR  SVK SK  SVN SI
  SWE SE  SWZ SZ  SXM SX  SYC SC  SYR SY  TCA TC  TCD TD  TGO TG  THA TH  TJK TJ  TKL TK  TKM TM  TLS TL  TON TO
  TTO TT  TUN TN  TUR TR  TUV TV  TWN TW  TZA TZ  UGA UG  UKR UA  UMI UM  URY UY  USA US  UZB UZ  VAT VA  VCT VC
  VEN VE  VGB VG  VIR VI  VNM VN  VUT VU  WLF WF  WSM WS  XKX XK  YEM YE  ZAF ZA  ZMB ZM  ZWE ZW
`.matchAll(/(\w{3}) (\w{2})/g),
    ([, alpha3 = '', alpha2 = '']) => [alpha3, alpha2] as const,
  ),
);

/** The lists of codes. */
const CODES = ['countries', 'languages', 'months'];

/** Whether a choice is a code, which Intl names in every language. */
export const isNamedByCode = ({ id }: NamedList, { value }: Option): boolean => CODES.includes(id) && value.length <= 3;

const month = (locale: string) => {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  return (number: string) => format.format(Date.UTC(2000, Number(number) - 1));
};

const displayNames = (locale: string, type: 'region' | 'language') =>
  new Intl.DisplayNames(locale, { type, fallback: 'none', languageDisplay: 'standard' });

/**
 * Translates lists of countries, languages and months (locale: BCP 47) and sorts them: the first choices of a list stay
 * first, choices that are no codes come last. A code that Intl has no name for keeps its own.
 */
export function namesIn(locale: string): (list: OptionList) => OptionList {
  const collator = new Intl.Collator(locale);
  const countries = displayNames(locale, 'region');
  const languages = displayNames(locale, 'language');
  const namers = new Map<string, (code: string) => string | undefined>([
    ['countries', (code) => countries.of(ALPHA_2.get(code) ?? code)],
    ['languages', (code) => languages.of(code)],
    ['months', month(locale)],
  ]);
  return (list) => {
    if (!('kind' in list) || list.kind === 'years') return list;
    const { id, first } = list;
    const nameOf = namers.get(id);
    if (nameOf === undefined) return list;
    const translated = list.options.map((option) =>
      isNamedByCode(list, option) ? { ...option, label: nameOf(option.value) ?? option.label } : option,
    );
    const [codes, others] = [true, false].map((isCode) =>
      translated.slice(first).filter((option) => isNamedByCode(list, option) === isCode),
    );
    const sorted = codes?.toSorted((a, b) => collator.compare(a.label, b.label)) ?? [];
    return { ...list, options: [...translated.slice(0, first), ...sorted, ...(others ?? [])] };
  };
}

/** A run of at least this many choices in alphabetical order is in that order on purpose. */
const ALPHABETICAL = 5;

/** Splits a list into runs of choices in alphabetical order. */
function alphabeticalRuns(options: readonly Option[]): readonly (readonly Option[])[] {
  const { compare } = new Intl.Collator('en');
  const runs: Option[][] = [];
  for (const option of options) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && compare(last.label, option.label) < 0) runs.at(-1)?.push(option);
    else runs.push([option]);
  }
  return runs;
}

/**
 * Sorts translated choices (locale: BCP 47) wherever the English ones are in alphabetical order, such as majors, or states
 * and then territories: “Undecided” stays first, “Another religion” last.
 */
export function sortedAs(locale: string): (english: readonly Option[], translated: readonly Option[]) => Option[] {
  const { compare } = new Intl.Collator(locale);
  return (english, translated) => {
    let start = 0;
    return alphabeticalRuns(english).flatMap(({ length }) => {
      const run = translated.slice(start, start + length);
      start += length;
      return length < ALPHABETICAL ? run : run.toSorted((a, b) => compare(a.label, b.label));
    });
  };
}
