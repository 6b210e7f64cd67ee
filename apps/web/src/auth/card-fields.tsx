import { CODE_LENGTH, type IdentityMessage, MAX_EMAIL_LENGTH } from '@firstyear/api-contract/identity-rules';
import { Checklist } from '@firstyear/ui/checklist.tsx';
import { errorId, Field } from '@firstyear/ui/field.tsx';
import { PasswordInput } from '@firstyear/ui/password-input.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { say } from '@firstyear/words';
import { auth } from '@firstyear/words/auth';
import { identityRules } from '@firstyear/words/identity-rules';
import type { ComponentProps } from 'react';
import { passwordChecklist } from './auth-rules.ts';

/** The state of a field, from field() of useAuthForm. */
interface FieldState {
  readonly value: string;
  readonly errors: readonly string[];
  readonly onChange: (value: string) => void;
}

interface EmailFieldProps extends FieldState {
  readonly hint?: string;
  readonly readOnly?: boolean;
  readonly label?: string;
  /** A new address is no username that a password manager knows. */
  readonly autoComplete?: 'username' | 'email';
}

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
          onText={(input) => onChange(input.value)}
        />
      )}
    </Field>
  );
}

/** A password, with a button that shows it. No length limit: a long passphrase must fit (AMB-070). */
function Password(props: ComponentProps<typeof TextInput>) {
  const words = useWords(auth);
  return (
    <PasswordInput
      {...props}
      name={props.id}
      show={words.show}
      showLabel={words.showPassword}
      hide={words.hide}
      hideLabel={words.hidePassword}
    />
  );
}

interface PasswordFieldProps extends FieldState {
  readonly id: 'password' | 'confirm_password' | 'current_password';
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
}

export function PasswordField({ id, label, value, errors, autoComplete, onChange }: PasswordFieldProps) {
  return (
    <Field id={id} label={label} errors={errors} required>
      {(aria) => (
        <Password {...aria} autoComplete={autoComplete} value={value} onText={(input) => onChange(input.value)} />
      )}
    </Field>
  );
}

interface NewPasswordFieldProps extends FieldState {
  readonly label: string;
  /** All errors of this password, also while nothing is typed. */
  readonly allErrors: readonly IdentityMessage[];
}

const CHECKLIST_ID = 'password-requirements';

/** A new password with the live checklist. The checklist shows the errors, so their list is for screen readers only. */
export function NewPasswordField({ label, value, allErrors, errors, onChange }: NewPasswordFieldProps) {
  const words = useWords(auth);
  const language = useLanguage();
  const hasErrors = errors.length > 0;
  return (
    <>
      <Field id="password" label={label} required describedBy={hasErrors ? errorId('password') : CHECKLIST_ID}>
        {(aria) => (
          <Password
            {...aria}
            aria-invalid={hasErrors || undefined}
            autoComplete="new-password"
            value={value}
            onText={(input) => onChange(input.value)}
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

/** Says to password managers whose password the card changes. */
export function HiddenUsername({ username }: { readonly username: string }) {
  return <input type="text" autoComplete="username" value={username} readOnly hidden />;
}

export function CodeField({ value, errors, onChange }: FieldState) {
  const words = useWords(auth);
  return (
    <Field id="code" label={words.code} hint={words.codeHint} errors={errors} required>
      {(aria) => (
        <TextInput
          {...aria}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          // Leaves room for the spaces of a pasted code, which are removed.
          maxLength={CODE_LENGTH * 3}
          value={value}
          onText={(input) => onChange(input.value.replace(/\s/g, ''))}
        />
      )}
    </Field>
  );
}
