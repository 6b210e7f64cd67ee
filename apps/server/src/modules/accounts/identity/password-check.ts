import { passwordErrors } from '@firstyear/api-contract/identity-rules';
import type { PartnerConfig } from '@firstyear/partner-config';
import { ApiError } from '../../../plugins/errors.ts';
import type { PasswordStrength } from './password-strength.ts';

/** Refuses a new password that breaks rules of VAL-07 to VAL-12, and lists these. */
export function requirePasswordRules(password: string): void {
  const rules = passwordErrors(password);
  if (rules.length > 0) throw new ApiError('invalid_password', { words: { id: 'brokenPasswordRules', rules } });
}

const MAX_WORDS = 20;

/** Words that guessers who know the applicant would try: the address and the university, whole and in parts. */
function wordsAbout(email: string, partner: PartnerConfig): readonly string[] {
  const [local = ''] = email.split('@');
  const whole = [email, local, partner.name, partner.slug];
  const parts = whole.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length >= 3);
  return [...new Set([...whole, ...parts].map((word) => word.toLowerCase()))].slice(0, MAX_WORDS);
}

/** Refuses a new password that is easy to guess, and says how to choose a better one. */
export async function requireStrongPassword(
  deps: { readonly passwordStrength: PasswordStrength; readonly partner: PartnerConfig },
  email: string,
  password: string,
): Promise<void> {
  const weakness = await deps.passwordStrength.weaknessOf({ password, about: wordsAbout(email, deps.partner) });
  if (weakness) throw new ApiError('weak_password', { words: { id: `weak_password_${weakness}` } });
}
