import { STAFF_ROLES, type StaffPerson } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { Field } from '@firstyear/ui/field.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeStaff } from '@firstyear/words/office-staff';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSentence } from '../app/states.tsx';
import styles from '../app/table.module.css';

export interface PersonGiven {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}

interface PersonDialogProps {
  readonly title: string;
  readonly roles: readonly string[];
  /** Who is changed; nobody when somebody is added. */
  readonly person?: StaffPerson;
  readonly onSave: (given: PersonGiven) => Promise<void>;
  readonly onClose: () => void;
}

/** Name, address and role of somebody of the office. */
export function PersonDialog({ title, roles, person, onSave, onClose }: PersonDialogProps) {
  const words = useWords(officeStaff);
  const sentence = useSentence();
  const [given, setGiven] = useState<PersonGiven>({
    email: person?.email ?? '',
    name: person?.name ?? '',
    role: person?.role ?? 'reader',
  });
  const [isChecked, setIsChecked] = useState(false);
  const saving = useMutation({ mutationFn: onSave });
  const save = () => {
    setIsChecked(true);
    if (given.email.trim() !== '' && given.name.trim() !== '') {
      saving.mutate({ ...given, email: given.email.trim(), name: given.name.trim() });
    }
  };
  const errorsOf = (name: 'email' | 'name') => (isChecked && given[name].trim() === '' ? [words.needed] : []);
  const described: Readonly<Record<string, string>> = words.roles;
  const offered = [...new Set([...STAFF_ROLES, ...roles])];
  return (
    <Dialog
      size="xs"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button busy={saving.isPending} onClick={save}>
            {words.save}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field id="person-name" label={words.name} errors={errorsOf('name')} required>
          {(aria) => (
            <TextInput
              {...aria}
              value={given.name}
              maxLength={120}
              autoComplete="off"
              onChange={(event) => setGiven({ ...given, name: event.currentTarget.value })}
            />
          )}
        </Field>
        {person === undefined && (
          <Field id="person-email" label={words.email} errors={errorsOf('email')} required>
            {(aria) => (
              <TextInput
                {...aria}
                type="email"
                value={given.email}
                maxLength={254}
                autoComplete="off"
                onChange={(event) => setGiven({ ...given, email: event.currentTarget.value })}
              />
            )}
          </Field>
        )}
        <Field id="person-role" label={words.role} errors={saving.error ? [sentence(saving.error)] : []}>
          {(aria) => (
            <select
              {...aria}
              className={styles.select}
              value={given.role}
              onChange={(event) => setGiven({ ...given, role: event.currentTarget.value })}
            >
              {offered.map((role) => (
                <option key={role} value={role}>
                  {described[role] ?? role}
                </option>
              ))}
            </select>
          )}
        </Field>
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
