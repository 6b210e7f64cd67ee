import { helperOther } from '@firstyear/api-contract/ask-helper';
import type { ResponseOf } from '@firstyear/api-contract/call';
import { Button } from '@firstyear/ui/button.tsx';
import { Field } from '@firstyear/ui/field.tsx';
import { useAction } from '@firstyear/ui/hooks.ts';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { schoolHelper } from '@firstyear/words/school-helper';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { isUnauthorized, wordsOf } from '../api/errors.ts';
import styles from './items.module.css';

interface AskFormProps {
  readonly email: string;
  readonly onChange: (state: ResponseOf<typeof helperOther>) => void;
  readonly onClose: () => void;
}

/** Where the applicant names another helper. */
export function AskForm({ email: given, onChange, onClose }: AskFormProps) {
  const words = useWords(schoolHelper);
  const [name, setName] = useState('');
  const [email, setEmail] = useState(given);
  const [problems, setProblems] = useState<{ readonly name?: string; readonly email?: string }>({});
  const asking = useAction(async () => {
    const found = {
      ...(name.trim() === '' && { name: words.nameNeeded }),
      ...(email.trim() === '' && { email: words.emailNeeded }),
    };
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) return document.getElementById(`helper-${first}`)?.focus();
    try {
      onChange(await request(helperOther, { payload: { name, email } }));
      onClose();
    } catch (error) {
      if (!isUnauthorized(error)) setProblems({ email: wordsOf(error) });
    }
  });
  return (
    <form
      noValidate
      className={`${styles.form} ${styles.ask}`}
      onSubmit={(event) => {
        event.preventDefault();
        void asking.run();
      }}
    >
      <Field id="helper-name" label={words.name} errors={problems.name === undefined ? [] : [problems.name]} required>
        {(aria) => <TextInput {...aria} maxLength={90} value={name} onText={(input) => setName(input.value)} />}
      </Field>
      <Field
        id="helper-email"
        label={words.email}
        hint={words.emailHint}
        errors={problems.email === undefined ? [] : [problems.email]}
        required
      >
        {(aria) => (
          <TextInput
            {...aria}
            inputMode="email"
            autoCapitalize="off"
            maxLength={254}
            value={email}
            onText={(input) => setEmail(input.value)}
          />
        )}
      </Field>
      <div className={`row ${styles.acts}`}>
        <Button type="submit" busy={asking.isBusy}>
          {words.send}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
