import { STAFF_ROLES, type StaffPerson } from '@firstyear/api-contract/desk';
import { useWords } from '@firstyear/ui/words.ts';
import { officeStaff } from '@firstyear/words/office-staff';
import { useState } from 'react';
import { SelectField, TextField } from '../shared/fields.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { useKept } from '../shared/kept.ts';

interface PersonFields {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}

const keptFields = new Map<string, PersonFields>();

interface PersonDialogProps {
  readonly title: string;
  readonly roles: readonly string[];
  /** The colleague to change; undefined to add one. */
  readonly person?: StaffPerson;
  readonly onSave: (fields: PersonFields) => Promise<void>;
  readonly onClose: () => void;
}

/** Name, email address and role of a colleague. */
export function PersonDialog({ title, roles, person, onSave, onClose }: PersonDialogProps) {
  const words = useWords(officeStaff);
  const [fields, setFields] = useKept(keptFields, person?.id ?? '', {
    email: person?.email ?? '',
    name: person?.name ?? '',
    role: person?.role ?? 'reader',
  });
  const [isChecked, setIsChecked] = useState(false);
  const isMissing = (name: 'email' | 'name') => fields[name].trim() === '';
  const errorsOf = (name: 'email' | 'name') => (isChecked && isMissing(name) ? [words.needed] : []);
  const roleWords: Readonly<Record<string, string>> = words.roles;
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
      onConfirm={() => onSave({ ...fields, email: fields.email.trim(), name: fields.name.trim() })}
    >
      <TextField
        id="person-name"
        label={words.name}
        errors={errorsOf('name')}
        required
        maxLength={120}
        autoComplete="off"
        value={fields.name}
        onChange={(name) => setFields({ ...fields, name })}
      />
      {person === undefined && (
        <TextField
          id="person-email"
          label={words.email}
          errors={errorsOf('email')}
          required
          type="email"
          maxLength={254}
          autoComplete="off"
          value={fields.email}
          onChange={(email) => setFields({ ...fields, email })}
        />
      )}
      <SelectField
        id="person-role"
        label={words.role}
        value={fields.role}
        choices={offered.map((role) => ({ value: role, label: roleWords[role] ?? role }))}
        onChange={(role) => setFields({ ...fields, role })}
      />
    </FormDialog>
  );
}
