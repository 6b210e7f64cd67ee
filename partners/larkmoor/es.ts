import { withWords } from '@firstyear/form-engine';
import { freshmanWords } from '@firstyear/freshman';
import about from '@firstyear/freshman/words/es/about.json' with { type: 'json' };
import education from '@firstyear/freshman/words/es/education.json' with { type: 'json' };
import finalSteps from '@firstyear/freshman/words/es/final-steps.json' with { type: 'json' };
import { withPartnerWords, withSiteWords } from '@firstyear/partner-config';
import * as english from './form.ts';
import * as university from './partner.ts';
import { site as englishSite } from './site.ts';
import own from './words/es.json' with { type: 'json' };
import siteWords from './words/site.es.json' with { type: 'json' };

const locale = 'es-US';
const words = { ...freshmanWords({ about, education, 'final-steps': finalSteps }, english.freshman), ...own };

/** The same application, site and university in Spanish. */
export const definition = withWords(english.definition, { locale, words });
export const site = withSiteWords(englishSite, siteWords);
export const partner = withPartnerWords(university.partner, { locale, words: siteWords });
