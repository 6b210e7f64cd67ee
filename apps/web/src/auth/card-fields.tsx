import { CODE_LENGTH, type IdentityMessage, MAX_EMAIL_LENGTH } from '@firstyear/api-contract/identity-rules';
import { Checklist } from '@firstyear/ui/checklist.tsx';
import { errorId, Field } from '@firstyear/ui/field.tsx';
import { PasswordInput } from '@firstyear/ui/password-input.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { LanguageContext, useWords } from '@firstyear/ui/words.ts';
import { say } from '@firstyear/words';
import { auth } from '@firstyear/words/auth';
import { identityRules } from '@firstyear/words/identity-rules';
import { useContext } from 'react';
import { passwordChecklist } from './auth-rules.ts';

interface EmailFieldProps {
  readonly value: string;
  readonly errors: readonly string[];
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly readOnly?: boolean;
  readonly label?: string;
  /** A new address is no username that a password manager knows. */
  readonly autoComplete?: 'username' | 'email';
}

/** The email address of an account; its key is username. */
export function EmailField(props: EmailFieldProps) {
  const words = useWords(auth);
  const { value, errors, onChange, hint, readOnly = false, label = words.email, autoComplete = 'username' } = props;
  return (
    <Field id="username" label={label} hint={hint} errors={errors} required>
      {(aria) => (
        <TextInput
          {...aria}
          name="username"
          type="email"
          inputMode="email"
          autoComplete={autoComplete}
          autoCapitalize="off"
          spellCheck={false}
          maxLength={MAX_EMAIL_LENGTH}
          readOnly={readOnly}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

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
          show={words.show}
          showLabel={words.showPassword}
          hide={words.hide}
          hideLabel={words.hidePassword}
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
            show={words.show}
            showLabel={words.showPassword}
            hide={words.hide}
            hideLabel={words.hidePassword}
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

interface CodeFieldProps {
  readonly value: string;
  readonly errors: readonly string[];
  readonly onChange: (value: string) => void;
}

/** The six numbers from a mail. */
export function CodeField({ value, errors, onChange }: CodeFieldProps) {
  const words = useWords(auth);
  return (
    <Field id="code" label={words.code} hint={words.codeHint} errors={errors} required>
      {(aria) => (
        <TextInput
          {...aria}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          // Room for the blanks of a pasted code; they are left out.
          maxLength={CODE_LENGTH * 3}
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\s/g, ''))}
        />
      )}
    </Field>
  );
}
