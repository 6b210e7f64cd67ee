import type { ApiErrorCode } from '@firstyear/api-contract/errors';
import type { FileMessage } from '@firstyear/api-contract/file-rules';
import type { IdentityMessage } from '@firstyear/api-contract/identity-rules';
import { type AreaMessage, type Language, say } from '@firstyear/words';
import { apiErrors } from '@firstyear/words/api-errors';
import { fileRules } from '@firstyear/words/file-rules';
import { identityRules } from '@firstyear/words/identity-rules';

/** A sentence that replaces the one of the error's code. */
export type ErrorMessage =
  | AreaMessage<typeof apiErrors>
  | { readonly id: 'brokenFileRules'; readonly rules: readonly FileMessage[] }
  | { readonly id: 'brokenPasswordRules'; readonly rules: readonly IdentityMessage[] };

/** An error's sentence in a language. */
export function sayError(code: ApiErrorCode, message: ErrorMessage | undefined, language: Language): string {
  if (message === undefined) return apiErrors.in(language)[code];
  switch (message.id) {
    case 'brokenFileRules':
      return message.rules.map((rule) => say(fileRules, rule, language)).join(' ');
    case 'brokenPasswordRules': {
      const needs = message.rules.map((rule) => say(identityRules, rule, language)).join('; ');
      return say(apiErrors, { id: 'invalid_password_needs', values: { needs } }, language);
    }
    default:
      return say(apiErrors, message, language);
  }
}
