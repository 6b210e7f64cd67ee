import { paths } from '@firstyear/api-contract';
import { isAnswered } from '@firstyear/form-engine';
import { FieldErrors } from '@firstyear/ui/field.tsx';
import { Link } from '@firstyear/ui/link.tsx';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { review as reviewArea } from '@firstyear/words/review';
import type { ReactNode } from 'react';
import { useFromStore } from '../answers/hooks.ts';
import styles from './changeable-answer.module.css';
import { type ReviewView, useFormView } from './form-view.ts';

const NO_ERRORS: readonly string[] = [];

/** The id of the link that leads from an answer to its question. */
export function changeLinkId(key: string): string {
  return `change-${key}`;
}

/** Something that was chosen or typed, with the link that leads to where it was. id: of what takes the focus there. */
export function ChangeableRow({
  review,
  id,
  label,
  children,
}: {
  readonly review: ReviewView;
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}) {
  const words = useWords(reviewArea);
  return (
    <div className={styles.row} data-answer="">
      <div className={styles.answer}>{children}</div>
      <Link
        id={changeLinkId(id)}
        className={styles.change}
        to={paths.question(review.page, id)}
        onFollow={() => review.follow(review.page, id)}
      >
        {words.change}
        <VisuallyHidden> {label}</VisuallyHidden>
      </Link>
    </div>
  );
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
  const words = useWords(reviewArea);
  const { review, documents } = useFormView();
  const isBlank = useFromStore(
    ({ inputValue }) => !keys.some((key) => isAnswered(inputValue(key)) || Object.hasOwn(documents, key)),
  );
  const errors = useFromStore((store) => keys.map((key) => store.errors()[key]).find(Boolean) ?? NO_ERRORS);
  if (!review) return children;
  if (isBlank && errors.length === 0 && !review.showsBlank) return null;
  return (
    <ChangeableRow review={review} id={keys[0]} label={label}>
      {children}
      <FieldErrors id={keys[0]} errors={errors.map((message) => (message === label ? words.unanswered : message))} />
    </ChangeableRow>
  );
}
