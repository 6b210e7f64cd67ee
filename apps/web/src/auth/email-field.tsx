import { MAX_EMAIL_LENGTH } from '@firstyear/api-contract';
import { authText } from '../text/auth.ts';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface EmailFieldProps {
  readonly value: string;
  readonly errors: readonly string[];
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly readOnly?: boolean;
}

/** The email address of an account; its key is username. */
export function EmailField({ value, errors, onChange, hint, readOnly = false }: EmailFieldProps) {
  return (
    <Field id="username" label={authText.email} hint={hint} errors={errors} required>
      {(aria) => (
        <TextInput
          {...aria}
          name="username"
          type="email"
          inputMode="email"
          autoComplete="username"
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
