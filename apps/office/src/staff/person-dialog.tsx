import { STAFF_ROLES, type StaffPerson } from '@firstyear/api-contract/desk';
import { Field } from '@firstyear/ui/field.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeStaff } from '@firstyear/words/office-staff';
import { useState } from 'react';
import { FormDialog } from '../app/form-dialog.tsx';
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
  const [given, setGiven] = useState<PersonGiven>({
    email: person?.email ?? '',
    name: person?.name ?? '',
    role: person?.role ?? 'reader',
  });
  const [isChecked, setIsChecked] = useState(false);
  const isMissing = (name: 'email' | 'name') => given[name].trim() === '';
  const errorsOf = (name: 'email' | 'name') => (isChecked && isMissing(name) ? [words.needed] : []);
  const described: Readonly<Record<string, string>> = words.roles;
  const offered = [...new Set([...STAFF_ROLES, ...roles])];
  return (
    <FormDialog
      title={title}
      confirm={words.save}
      onClose={onClose}
      check={() => {
        setIsChecked(true);
        return !isMissing('email') && !isMissing('name');
      }}
      onConfirm={() => onSave({ ...given, email: given.email.trim(), name: given.name.trim() })}
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
      <Field id="person-role" label={words.role}>
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
    </FormDialog>
  );
}
