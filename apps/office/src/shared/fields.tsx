import { Field } from '@firstyear/ui/field.tsx';
import { TextArea, TextInput } from '@firstyear/ui/text-input.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { choicesQuery } from './queries.ts';
import styles from './table.module.css';

type FieldProps = Omit<ComponentProps<typeof Field>, 'children'>;

interface TextFieldProps extends FieldProps, Pick<ComponentProps<'input'>, 'type' | 'maxLength' | 'autoComplete'> {
  readonly value: string;
  /** Makes the input a text area with so many lines. */
  readonly rows?: number;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

/** A text input with its label, hint and errors. */
export function TextField(props: TextFieldProps) {
  const { value, rows, type, maxLength, autoComplete, onChange, onBlur, ...field } = props;
  const common = { value, maxLength, onBlur };
  return (
    <Field {...field}>
      {(aria) =>
        rows === undefined ? (
          <TextInput
            {...{ ...aria, ...common, type, autoComplete }}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        ) : (
          <TextArea {...{ ...aria, ...common, rows }} onChange={(event) => onChange(event.currentTarget.value)} />
        )
      }
    </Field>
  );
}

/** The contract's limit, of purposes too. */
const MIN_REASON_LENGTH = 3;
export const isReason = (text: string): boolean => text.trim().length >= MIN_REASON_LENGTH;

interface Choice<V extends string> {
  readonly value: V;
  readonly label: string;
}

export const Options = ({ choices }: { readonly choices: readonly Choice<string>[] }) =>
  choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

interface SelectFieldProps<V extends string> extends FieldProps {
  readonly value: V;
  readonly choices: readonly Choice<V>[];
  readonly onChange: (value: V) => void;
}

/** A select with its label and hint. */
export function SelectField<V extends string>({ value, choices, onChange, ...field }: SelectFieldProps<V>) {
  return (
    <Field {...field}>
      {(aria) => (
        <select
          {...aria}
          className={styles.select}
          value={value}
          onChange={({ currentTarget: { value: chosen } }) =>
            onChange(choices.find((choice) => choice.value === chosen)?.value ?? value)
          }
        >
          <Options choices={choices} />
        </select>
      )}
    </Field>
  );
}

/** An input for a label. The browser suggests the labels in use. */
export function LabelInput(props: ComponentProps<'input'>) {
  const list = useId();
  const { data: choices } = useQuery(choicesQuery);
  return (
    <>
      <TextInput {...props} list={list} maxLength={40} />
      <datalist id={list}>
        {choices?.labels.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
    </>
  );
}

/** Focuses the first field with an error: call `show` after a failed check, and put `area` around the fields. */
export function useFirstError<E extends HTMLElement>(): {
  readonly area: RefObject<E | null>;
  readonly show: () => void;
} {
  const area = useRef<E>(null);
  const [checks, setChecks] = useState(0);
  useEffect(() => {
    if (checks > 0) area.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] summary')?.focus();
  }, [checks]);
  return { area, show: () => setChecks((count) => count + 1) };
}
