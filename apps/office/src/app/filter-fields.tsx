import { TextInput } from '@firstyear/ui/text-input.tsx';
import { useId } from 'react';
import styles from './filter-fields.module.css';

export interface ChooseProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly anyLabel: string;
  readonly onChoose: (value: string) => void;
}

/** One filter, with what it may be set to. */
export function Choose({ label, value = '', options, anyLabel, onChoose }: ChooseProps) {
  const id = useId();
  const isOffered = value === '' || options.some((option) => option.value === value);
  return (
    <div className={styles.choose} data-set={value !== '' || undefined}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">{anyLabel}</option>
        {!isOffered && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface TypedProps {
  readonly type: 'date' | 'text';
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A text or a day; passed on when it is whole, so that typing one does not search for each of its letters. */
export function Typed({ type, label, value = '', onChange }: TypedProps) {
  const id = useId();
  return (
    <div className={styles.choose} data-set={value !== '' || undefined}>
      <label htmlFor={id}>{label}</label>
      <TextInput
        key={value}
        id={id}
        type={type}
        maxLength={200}
        defaultValue={value}
        onBlur={(event) => event.currentTarget.value !== value && onChange(event.currentTarget.value.trim())}
        onKeyDown={(event) => event.key === 'Enter' && onChange(event.currentTarget.value.trim())}
      />
    </div>
  );
}
