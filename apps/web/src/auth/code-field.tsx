import { CODE_LENGTH } from '@firstyear/api-contract';
import { authText } from '../text/auth.ts';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface CodeFieldProps {
  readonly value: string;
  readonly errors: readonly string[];
  readonly onChange: (value: string) => void;
}

/** The six numbers from a mail. */
export function CodeField({ value, errors, onChange }: CodeFieldProps) {
  return (
    <Field id="code" label={authText.confirm.code} hint={authText.confirm.codeHint} errors={errors} required>
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
