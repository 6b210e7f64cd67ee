import type { Option } from '@firstyear/application-form';
import { type ComponentProps, memo } from 'react';
import { FORM_TEXT } from '../../../text/form.ts';
import styles from './native-select.module.css';

const Options = memo(function Options({ options }: { readonly options: readonly Option[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
});

interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'value' | 'children'> {
  readonly value: string;
  readonly options: readonly Option[];
  /** The empty first entry; choosing it takes an answer back (AMB-127). */
  readonly placeholder?: string;
}

/** The browser's own select. A stored value that is no longer offered stays visible until another is chosen. */
export function NativeSelect({ value, options, placeholder = FORM_TEXT.chooseOne, ...rest }: NativeSelectProps) {
  const isOffered = value === '' || options.some((option) => option.value === value);
  return (
    <select {...rest} className={styles.select} value={value} data-empty={value === '' || undefined}>
      <option value="">{placeholder}</option>
      {!isOffered && <option value={value}>{value}</option>}
      <Options options={options} />
    </select>
  );
}
