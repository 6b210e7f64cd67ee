import { passwordErrors } from '@firstyear/api-contract';
import type { PartnerConfig } from '@firstyear/application-form';
import { ApiError } from '../../plugins/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Refuses a new password that breaks a rule of VAL-07 to VAL-12, naming the rules, or that is too common. */
export function checkNewPassword(password: string, email: string, partner: PartnerConfig): void {
  const broken = passwordErrors(password);
  if (broken.length > 0) {
    throw new ApiError('invalid_password', { message: `Your password needs: ${broken.join('; ')}.` });
  }
  const [local = ''] = email.split('@');
  if (isCommonPassword(password, [local, email, partner.name, partner.slug])) throw new ApiError('weak_password');
}
