import { type Answers, descKey, type Form, textOf, textOfRole } from '@firstyear/form-engine';
import type { AreaMessage } from '@firstyear/words';
import type { review } from '@firstyear/words/review';

/** An answer that breaks no rule and is still likely a slip. */
export interface LikelySlip {
  readonly key: string;
  readonly message: AreaMessage<typeof review>;
}

const numberOf = (text: string) => Number.parseFloat(text.replace(',', '.'));

/** What is worth a second look. It is said where answers are checked, and stops nobody. */
export function likelySlips(form: Form, answers: Answers): readonly LikelySlip[] {
  const { gpa: key, gpa_scale } = form.roles;
  if (key === undefined || gpa_scale === undefined) return [];
  const gpa = textOf(answers, key);
  const listed = textOf(answers, gpa_scale);
  const scale =
    listed === 'other' ? textOfRole(form, answers, 'gpa_other_scale') : textOf(answers, descKey(gpa_scale)) || listed;
  if (!(numberOf(gpa) > numberOf(scale))) return [];
  return [{ key, message: { id: 'gpaAboveScale', values: { gpa, scale } } }];
}
