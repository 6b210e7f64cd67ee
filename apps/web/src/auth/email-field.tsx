import { MAX_EMAIL_LENGTH } from '@firstyear/api-contract/identity-rules';
import { Field } from '@firstyear/ui/field.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { auth } from '@firstyear/words/auth';

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
