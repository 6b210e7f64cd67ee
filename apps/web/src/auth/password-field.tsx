import type { IdentityMessage } from '@firstyear/api-contract/identity-rules';
import { Checklist } from '@firstyear/ui/checklist.tsx';
import { errorId, Field } from '@firstyear/ui/field.tsx';
import { PasswordInput } from '@firstyear/ui/password-input.tsx';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { LanguageContext, useWords } from '@firstyear/ui/words.ts';
import { say } from '@firstyear/words';
import { auth } from '@firstyear/words/auth';
import { identityRules } from '@firstyear/words/identity-rules';
import { useContext } from 'react';
import { passwordChecklist } from './auth-rules.ts';

interface PasswordFieldProps {
  readonly id: 'password' | 'confirm_password' | 'current_password';
  readonly label: string;
  readonly value: string;
  readonly errors: readonly string[];
  readonly autoComplete: 'current-password' | 'new-password';
  readonly onChange: (value: string) => void;
  readonly describedBy?: string;
}

/** A password, with a button that shows it. No length limit: a long passphrase must fit (AMB-070). */
export function PasswordField({ id, label, value, errors, autoComplete, onChange, describedBy }: PasswordFieldProps) {
  const words = useWords(auth);
  return (
    <Field id={id} label={label} errors={errors} required describedBy={describedBy}>
      {(aria) => (
        <PasswordInput
          {...aria}
          name={id}
          autoComplete={autoComplete}
          showLabel={words.show}
          hideLabel={words.hide}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface NewPasswordFieldProps {
  readonly label: string;
  readonly value: string;
  /** Every message of this password, also while nothing is typed. */
  readonly allErrors: readonly IdentityMessage[];
  /** The messages to show. */
  readonly errors: readonly string[];
  readonly onChange: (value: string) => void;
}

const CHECKLIST_ID = 'password-requirements';

/** A new password with the live checklist. The checklist shows its errors, so that the list of them is for ears only. */
export function NewPasswordField({ label, value, allErrors, errors, onChange }: NewPasswordFieldProps) {
  const words = useWords(auth);
  const language = useContext(LanguageContext);
  const hasErrors = errors.length > 0;
  return (
    <>
      <Field id="password" label={label} required describedBy={hasErrors ? errorId('password') : CHECKLIST_ID}>
        {(aria) => (
          <PasswordInput
            {...aria}
            aria-invalid={hasErrors || undefined}
            name="password"
            autoComplete="new-password"
            showLabel={words.show}
            hideLabel={words.hide}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <div>
        {hasErrors && <VisuallyHidden id={errorId('password')}>{errors.join('. ')}</VisuallyHidden>}
        <Checklist
          id={CHECKLIST_ID}
          title={words.requirements.title}
          items={passwordChecklist(value, allErrors).map(({ message, state }) => ({
            id: message.id,
            text: say(identityRules, message, language),
            state,
          }))}
          stateWords={words.requirements.states}
        />
      </div>
    </>
  );
}
