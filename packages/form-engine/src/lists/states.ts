import { namedList, type Option, optionLines } from './option-lines.ts';

/** The states and the District of Columbia, by their postal code. */
export const US_STATES: readonly Option[] = optionLines(`
AL Alabama
AK Alaska
AZ Arizona
AR Arkansas
CA California
CO Colorado
CT Connecticut
DE Delaware
DC District of Columbia
FL Florida
GA Georgia
HI Hawaii
ID Idaho
IL Illinois
IN Indiana
IA Iowa
KS Kansas
KY Kentucky
LA Louisiana
ME Maine
MD Maryland
MA Massachusetts
MI Michigan
MN Minnesota
MS Mississippi
MO Missouri
MT Montana
NE Nebraska
NV Nevada
NH New Hampshire
NJ New Jersey
NM New Mexico
NY New York
NC North Carolina
ND North Dakota
OH Ohio
OK Oklahoma
OR Oregon
PA Pennsylvania
RI Rhode Island
SC South Carolina
SD South Dakota
TN Tennessee
TX Texas
UT Utah
VT Vermont
VA Virginia
WA Washington
WV West Virginia
WI Wisconsin
WY Wyoming
`);

export const US_TERRITORIES: readonly Option[] = optionLines(`
AS American Samoa
GU Guam
MP Northern Mariana Islands
PR Puerto Rico
VI U.S. Virgin Islands
`);

/** Military regions that mail is addressed to. */
export const MILITARY_REGIONS: readonly Option[] = optionLines(`
AA Armed Forces Americas
AE Armed Forces Europe, Africa, Canada and Middle East
AP Armed Forces Pacific
`);

export const CANADIAN_PROVINCES: readonly Option[] = optionLines(`
AB Alberta
BC British Columbia
MB Manitoba
NB New Brunswick
NL Newfoundland and Labrador
NT Northwest Territories
NS Nova Scotia
NU Nunavut
ON Ontario
PE Prince Edward Island
QC Quebec
SK Saskatchewan
YT Yukon
`);

/** Regions of U.S. addresses: states, territories, military regions. */
export const US_STATES_AND_REGIONS: readonly Option[] = [...US_STATES, ...US_TERRITORIES, ...MILITARY_REGIONS];

/** The combined state/province list, until a country is chosen. */
export const STATES_AND_PROVINCES: readonly Option[] = [...US_STATES_AND_REGIONS, ...CANADIAN_PROVINCES];

/** Some of these as the choices of a question: a code is the same place in all of them. */
export const placesAmong = (options: readonly Option[]) => namedList('places', options);
