import type { NamedList } from '../options.ts';
import { namedList } from './option-lines.ts';

/**
 * The codes of countries by ISO 3166-1, alpha-3 and alpha-2, and Kosovo's, which has none of its own there: the United States
 * first, the others by their English names. A test compares them with the standard.
 */
const CODES = `
  USA US  AFG AF  ALA AX  ALB AL  DZA DZ  ASM AS  AND AD  AGO AO  AIA AI  ATA AQ  ATG AG  ARG AR  ARM AM  ABW AW
  AUS AU  AUT AT  AZE AZ  BHS BS  BHR BH  BGD BD  BRB BB  BLR BY  BEL BE  BLZ BZ  BEN BJ  BMU BM  BTN BT  BOL BO
  BIH BA  BWA BW  BVT BV  BRA BR  IOT IO  VGB VG  BRN BN  BGR BG  BFA BF  BDI BI  KHM KH  CMR CM  CAN CA  CPV CV
  BES BQ  CYM KY  CAF CF  TCD TD  CHL CL  CHN CN  CXR CX  CCK CC  COL CO  COM KM  COG CG  COD CD  COK CK  CRI CR
  CIV CI  HRV HR  CUB CU  CUW CW  CYP CY  CZE CZ  DNK DK  DJI DJ  DMA DM  DOM DO  ECU EC  EGY EG  SLV SV  GNQ GQ
  ERI ER  EST EE  SWZ SZ  ETH ET  FLK FK  FRO FO  FJI FJ  FIN FI  FRA FR  GUF GF  PYF PF  ATF TF  GAB GA  GMB GM
  GEO GE  DEU DE  GHA GH  GIB GI  GRC GR  GRL GL  GRD GD  GLP GP  GUM GU  GTM GT  GGY GG  GIN GN  GNB GW  GUY GY
  HTI HT  HMD HM  HND HN  HKG HK  HUN HU  ISL IS  IND IN  IDN ID  IRN IR  IRQ IQ  IRL IE  IMN IM  ISR IL  ITA IT
  JAM JM  JPN JP  JEY JE  JOR JO  KAZ KZ  KEN KE  KIR KI  XKX XK  KWT KW  KGZ KG  LAO LA  LVA LV  LBN LB  LSO LS
  LBR LR  LBY LY  LIE LI  LTU LT  LUX LU  MAC MO  MDG MG  MWI MW  MYS MY  MDV MV  MLI ML  MLT MT  MHL MH  MTQ MQ
  MRT MR  MUS MU  MYT YT  MEX MX  FSM FM  MDA MD  MCO MC  MNG MN  MNE ME  MSR MS  MAR MA  MOZ MZ  MMR MM  NAM NA
  NRU NR  NPL NP  NLD NL  NCL NC  NZL NZ  NIC NI  NER NE  NGA NG  NIU NU  NFK NF  PRK KP  MKD MK  MNP MP  NOR NO
  OMN OM  PAK PK  PLW PW  PSE PS  PAN PA  PNG PG  PRY PY  PER PE  PHL PH  PCN PN  POL PL  PRT PT  PRI PR  QAT QA
  REU RE  ROU RO  RUS RU  RWA RW  BLM BL  SHN SH  KNA KN  LCA LC  MAF MF  SPM PM  VCT VC  WSM WS  SMR SM  STP ST
  SAU SA  SEN SN  SRB RS  SYC SC  SLE SL  SGP SG  SXM SX  SVK SK  SVN SI  SLB SB  SOM SO  ZAF ZA  SGS GS  KOR KR
  SSD SS  ESP ES  LKA LK  SDN SD  SUR SR  SJM SJ  SWE SE  CHE CH  SYR SY  TWN TW  TJK TJ  TZA TZ  THA TH  TLS TL
  TGO TG  TKL TK  TON TO  TTO TT  TUN TN  TUR TR  TKM TM  TCA TC  TUV TV  UMI UM  VIR VI  UGA UG  UKR UA  ARE AE
  GBR GB  URY UY  UZB UZ  VUT VU  VAT VA  VEN VE  VNM VN  WLF WF  ESH EH  YEM YE  ZMB ZM  ZWE ZW
`;

/** The alpha-2 codes, by which Intl knows countries, by the alpha-3 codes, which are the values of answers. */
export const ALPHA_2: ReadonlyMap<string, string> = new Map(
  Array.from(CODES.matchAll(/(\w{3}) (\w{2})/g), ([, alpha3 = '', alpha2 = '']) => [alpha3, alpha2] as const),
);

/** English names that differ from those of Intl. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  HKG: 'Hong Kong',
  MAC: 'Macao',
  PSE: 'Palestine',
};

const names = new Intl.DisplayNames('en-US', { type: 'region' });

/** As Intl has it, but as people write it out: Saint Kitts and Nevis. */
const nameOf = (alpha2: string): string =>
  names.of(alpha2)?.replace(' & ', ' and ').replace('St. ', 'Saint ').replace('’', "'") ?? alpha2;

/** Countries by their alpha-3 code with their English names. */
export const COUNTRIES: NamedList = namedList(
  'countries',
  Array.from(ALPHA_2, ([value, alpha2]) => ({ value, label: OWN_NAMES[value] ?? nameOf(alpha2) })),
  1,
);

/** The no-USA variant: for the citizenship of people who are not only U.S. citizens. */
export const COUNTRIES_WITHOUT_USA: NamedList = namedList(
  'countries',
  COUNTRIES.options.filter((country) => country.value !== 'USA'),
);
