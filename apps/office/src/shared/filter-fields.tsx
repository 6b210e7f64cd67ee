import { TextInput } from '@firstyear/ui/text-input.tsx';
import { type ComponentProps, useId } from 'react';
import { Options } from './fields.tsx';
import styles from './filter-fields.module.css';

export interface SelectFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: ComponentProps<typeof Options>['choices'];
  readonly anyLabel: string;
  readonly onChoose: (value: string) => void;
}

/** A filter with a list of values. */
export function SelectFilter({ label, value = '', options, anyLabel, onChoose }: SelectFilterProps) {
  const id = useId();
  const isOffered = value === '' || options.some((option) => option.value === value);
  return (
    <div className={styles.filter} data-set={value !== '' || undefined}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">{anyLabel}</option>
        {!isOffered && <option value={value}>{value}</option>}
        <Options choices={options} />
      </select>
    </div>
  );
}

interface TextFilterProps {
  readonly type: 'date' | 'text';
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A filter that is typed: a text or a day. It applies on Enter or when the field loses the focus, not at every letter. */
export function TextFilter({ type, label, value = '', onChange }: TextFilterProps) {
  const id = useId();
  return (
    <div className={styles.filter} data-set={value !== '' || undefined}>
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
