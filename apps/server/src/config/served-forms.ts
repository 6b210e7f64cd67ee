import type { Form } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import { type Language, languageCode } from '@firstyear/words';

/** An open form, with the university as its applicants see it: its terms, pages on paper, next steps. */
export interface ServedForm {
  /** Its name in addresses and the database, such as freshman. */
  readonly id: string;
  /** Such as 2027. An account has one application for each form and season. */
  readonly season: string;
  readonly form: Form;
  readonly partner: PartnerConfig;
  /** Both in Spanish, where the university offers it. */
  readonly spanish?: Pick<ServedForm, 'form' | 'partner'>;
  /** Its row in form_release; null in a process that writes no application. */
  readonly releaseId: number | null;
}

export interface ServedForms {
  /** For calls that don't name a form. */
  readonly first: ServedForm;
  readonly all: readonly ServedForm[];
  find(id: string): ServedForm | undefined;
}

export function servedForms(first: ServedForm, ...others: readonly ServedForm[]): ServedForms {
  const all = [first, ...others];
  return { first, all, find: (id) => all.find((item) => item.id === id) };
}

/** The form of an application, or the first form if its own is no longer served. */
export function servedFor(forms: ServedForms, application: { readonly form: string }): ServedForm {
  return forms.find(application.form) ?? forms.first;
}

/** A form and its university in a language; in English where they have no other. */
export function servedIn(
  { form, partner, spanish }: Pick<ServedForm, 'form' | 'partner' | 'spanish'>,
  language: Language,
): Pick<ServedForm, 'form' | 'partner'> {
  return (languageCode(language) === 'es' && spanish) || { form, partner };
}
