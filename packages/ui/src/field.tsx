import { formPage } from '@firstyear/words/form-page';
import type { ReactNode } from 'react';
import styles from './field.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';
import { useWords } from './words.ts';

/** The attributes that connect an input with its label, hint and errors. */
export interface FieldAria {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-required': true | undefined;
}

interface FieldParts {
  /** The question's key: id of the input, and of the error as '<key>-error'. */
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly errors?: readonly string[];
  readonly required?: boolean;
  readonly note?: string | undefined;
  /** Beside the label, and read with it. */
  readonly mark?: string | undefined;
  /** Ids of further descriptions, such as a counter. */
  readonly describedBy?: string | undefined;
}

export const errorId = (key: string) => `${key}-error`;
export const hintId = (key: string) => `${key}-hint`;

function describedByOf({ id, hint, errors = [], describedBy }: FieldParts): string | undefined {
  const ids = [hint && hintId(id), errors.length > 0 && errorId(id), describedBy].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/** The hidden mark tells the message of an unanswered question, which is its label, from the label. */
export function FieldErrors({ id, errors }: { readonly id: string; readonly errors: readonly string[] }) {
  const words = useWords(formPage);
  const distinct = [...new Set(errors)];
  if (distinct.length === 0) return null;
  return (
    <div id={errorId(id)} className={styles.errors}>
      <VisuallyHidden>{words.errorMark} </VisuallyHidden>
      {distinct.map((message) => (
        <p key={message} className={styles.error}>
          {message}
        </p>
      ))}
    </div>
  );
}

export function LabelMark({ mark }: Pick<FieldParts, 'mark'>) {
  return mark ? <span className={styles.note}>{` ${mark}`}</span> : null;
}

/** Hidden from screen readers if the question is required: aria-required says so already. */
export function Note({ mark, note, required = false }: Pick<FieldParts, 'mark' | 'note' | 'required'>) {
  if (!note) return null;
  return <span className={styles.note} aria-hidden={required || undefined}>{`${mark ? ',' : ''} ${note}`}</span>;
}

function HintAndErrors({ id, hint, errors = [] }: FieldParts) {
  return (
    <>
      {hint && (
        <p id={hintId(id)} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldErrors id={id} errors={errors} />
    </>
  );
}

export function Field(props: FieldParts & { readonly children: (aria: FieldAria) => ReactNode }) {
  const { id, label, errors = [], required = false, children } = props;
  return (
    <div className={styles.field} data-invalid={errors.length > 0 || undefined}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
          <LabelMark {...props} />
        </label>
        <Note {...props} />
      </div>
      <HintAndErrors {...props} />
      {children({
        id,
        'aria-invalid': errors.length > 0 || undefined,
        'aria-describedby': describedByOf(props),
        'aria-required': required || undefined,
      })}
    </div>
  );
}

/** A fieldset with a legend, for several inputs that answer one question. id goes to the fieldset when fieldsetId is given. */
export function FieldGroup(
  props: FieldParts & {
    readonly fieldsetId?: string;
    readonly role?: 'group' | 'radiogroup';
    readonly children: ReactNode;
  },
) {
  const { label, errors = [], required = false, fieldsetId, role, children } = props;
  return (
    <fieldset
      id={fieldsetId}
      role={role}
      className={styles.field}
      data-invalid={errors.length > 0 || undefined}
      aria-describedby={describedByOf(props)}
      {...(role === 'radiogroup'
        ? { 'aria-invalid': errors.length > 0 || undefined, 'aria-required': required || undefined }
        : {})}
    >
      <legend className={styles.label}>
        {label}
        <LabelMark {...props} />
        <Note {...props} />
      </legend>
      <HintAndErrors {...props} />
      {children}
    </fieldset>
  );
}
