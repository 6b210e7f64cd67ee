import { type Answers, textOf } from '@firstyear/application-form';
import { REVIEW_TEXT } from '../text/review.ts';

/** An answer that breaks no rule and is still likely a slip. */
export interface LikelySlip {
  readonly key: string;
  readonly message: string;
}

const numberOf = (text: string) => Number.parseFloat(text.replace(',', '.'));

/** What is worth a second look. It is said where answers are checked, and stops nobody. */
export function likelySlips(answers: Answers): readonly LikelySlip[] {
  const of = (key: string) => textOf(answers, key);
  const scale = of('gpa_scale') === 'other' ? of('gpa_scale_other') : of('gpa_scale_desc') || of('gpa_scale');
  if (!(numberOf(of('hs_gpa')) > numberOf(scale))) return [];
  return [{ key: 'hs_gpa', message: REVIEW_TEXT.slips.gpa(of('hs_gpa'), scale) }];
}
