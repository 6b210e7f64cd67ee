import { CODE_LENGTH } from '@firstyear/api-contract/identity-rules';
import { Field } from '@firstyear/ui/field.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { auth } from '@firstyear/words/auth';

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
