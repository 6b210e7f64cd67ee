import { paths } from '@firstyear/api-contract';
import { isAnswered } from '@firstyear/application-form';
import type { ReactNode } from 'react';
import { useFromStore } from '../answers/hooks.ts';
import { REVIEW_TEXT } from '../text/review.ts';
import { FieldErrors } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './changeable-answer.module.css';
import { useFormView } from './form-view.ts';

const NO_ERRORS: readonly string[] = [];

/** The id of the link that leads from an answer to its question. */
export function changeLinkId(key: string): string {
  return `change-${key}`;
}

/**
 * An answer with the link that leads to its question, where answers are checked before submitting; elsewhere the answer
 * alone. Questions that were left blank are left out unless they are asked for, or something is missing there.
 */
export function ChangeableAnswer({
  keys,
  label,
  children,
}: {
  /** Of the questions that are answered together; the link leads to the first. */
  readonly keys: readonly [string, ...(readonly string[])];
  readonly label: string;
  readonly children: ReactNode;
}) {
  const { review, documents } = useFormView();
  const [first] = keys;
  const isBlank = useFromStore(
    ({ inputValue }) => !keys.some((key) => isAnswered(inputValue(key)) || Object.hasOwn(documents, key)),
  );
  const errors = useFromStore((store) => keys.map((key) => store.errors()[key]).find(Boolean) ?? NO_ERRORS);
  if (!review) return children;
  if (isBlank && errors.length === 0 && !review.showsBlank) return null;
  return (
    <div className={styles.row} data-answer="">
      <div className={styles.answer}>
        {children}
        <FieldErrors
          id={first}
          errors={errors.map((message) => (message === label ? REVIEW_TEXT.unanswered : message))}
        />
      </div>
      <Link
        id={changeLinkId(first)}
        className={styles.change}
        to={paths.question(review.page, first)}
        onFollow={() => review.follow(review.page, first)}
      >
        {REVIEW_TEXT.change}
        <VisuallyHidden> {label}</VisuallyHidden>
      </Link>
    </div>
  );
}
