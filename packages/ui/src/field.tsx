import type { ReactNode } from 'react';
import styles from './field.module.css';

/** What an input takes over so that label, hint and errors belong to it. */
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
  /** Small words after the label, such as '(optional)'. */
  readonly note?: string | undefined;
  /** Ids of further descriptions, such as a counter. */
  readonly describedBy?: string | undefined;
}

export function errorId(key: string): string {
  return `${key}-error`;
}

export function hintId(key: string): string {
  return `${key}-hint`;
}

function describedByOf({ id, hint, errors = [], describedBy }: FieldParts): string | undefined {
  const ids = [hint && hintId(id), errors.length > 0 && errorId(id), describedBy].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/** The list of a field's messages; each once. */
export function FieldErrors({ id, errors }: { readonly id: string; readonly errors: readonly string[] }) {
  const distinct = [...new Set(errors)];
  if (distinct.length === 0) return null;
  return (
    <div id={errorId(id)} className={styles.errors}>
      {distinct.map((message) => (
        <p key={message} className={styles.error}>
          {message}
        </p>
      ))}
    </div>
  );
}

function Hint({ id, hint }: { readonly id: string; readonly hint: string | undefined }) {
  return hint ? (
    <p id={hintId(id)} className={styles.hint}>
      {hint}
    </p>
  ) : null;
}

/** Label, hint, one input and its errors. */
export function Field(props: FieldParts & { readonly children: (aria: FieldAria) => ReactNode }) {
  const { id, label, hint, errors = [], required = false, note, children } = props;
  return (
    <div className={styles.field} data-invalid={errors.length > 0 || undefined}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {note && (
          // aria-required says it to screen readers; the label stays the question's own words.
          <span className={styles.note} aria-hidden={required || undefined}>
            {` ${note}`}
          </span>
        )}
      </div>
      <Hint id={id} hint={hint} />
      <FieldErrors id={id} errors={errors} />
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
  const { id, label, hint, errors = [], required = false, note, fieldsetId, role, children } = props;
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
        {note && (
          <span className={styles.note} aria-hidden={required || undefined}>
            {` ${note}`}
          </span>
        )}
      </legend>
      <Hint id={id} hint={hint} />
      <FieldErrors id={id} errors={errors} />
      {children}
    </fieldset>
  );
}
