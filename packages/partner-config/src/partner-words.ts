import { BadConfigurationError, type FormTranslation, type FormWords, wordsById } from '@firstyear/form-engine';
import type { PartnerConfig, PartnerSite } from './partner-config.ts';

type Word = (id: string, text: string) => string;
type SiteTexts = Pick<PartnerSite, 'application_title' | 'intended_student_type' | 'welcome'>;

const siteTexts = ({ application_title, intended_student_type, welcome }: SiteTexts, word: Word): SiteTexts => ({
  application_title: word('application_title', application_title),
  intended_student_type: word('intended_student_type', intended_student_type),
  ...(welcome && {
    welcome: {
      visitor: word('welcome.visitor', welcome.visitor),
      first_login: word('welcome.first_login', welcome.first_login),
    },
  }),
});

function translate(partner: PartnerConfig, word: Word): PartnerConfig {
  const entry = <T extends { readonly title: string; readonly text?: string; readonly helper_text?: string }>(
    id: string,
    part: T,
  ): T => ({
    ...part,
    title: word(`${id}.title`, part.title),
    ...(part.text !== undefined && { text: word(`${id}.text`, part.text) }),
    ...(part.helper_text !== undefined && { helper_text: word(`${id}.helper_text`, part.helper_text) }),
  });
  return {
    ...partner,
    ...siteTexts(partner, word),
    privacy: partner.privacy.map((text, index) => word(`privacy/${index + 1}`, text)),
    completion_steps: partner.completion_steps.map((step, index) => entry(`completion_steps/${index + 1}`, step)),
    ...(partner.items && { items: partner.items.map((item) => entry(`items/${item.id}`, item)) }),
    ...(partner.requests && { requests: partner.requests.map((one) => entry(`requests/${one.id}`, one)) }),
    terms: partner.terms.map((term) => ({
      ...term,
      dates: term.dates.map((date, index) => entry(`terms/${term.entry_term}/${index + 1}`, date)),
    })),
  };
}

/** The words of a university's configuration by id: 'application_title', 'privacy/1', 'completion_steps/1.title', 'items/transcript.title', 'terms/fall_2027/1.title'. */
export function partnerWords(partner: PartnerConfig): FormWords {
  const words: Record<string, string> = {};
  translate(partner, (id, text) => {
    words[id] = text;
    return text;
  });
  return words;
}

/** Translates a configuration. @throws BadConfigurationError that names missing and unknown words */
export function withPartnerWords(partner: PartnerConfig, translation: FormTranslation): PartnerConfig {
  const { word, problems } = wordsById(translation, 'the configuration');
  const translated = translate(partner, word);
  if (problems().length > 0) throw new BadConfigurationError(problems());
  return translated;
}

/** Translates the part that a first page needs. */
export const withSiteWords = <S extends PartnerSite>(site: S, words: FormWords): S => ({
  ...site,
  ...siteTexts(site, (id, text) => words[id] ?? text),
});
