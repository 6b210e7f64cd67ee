import { paths } from '@firstyear/api-contract/addresses';
import { isAnswered, type TabGroup } from '@firstyear/form-engine';
import { LabelContext } from '@firstyear/form-reading/read-answer.tsx';
import { ReadPage } from '@firstyear/form-reading/read-page.tsx';
import type { ReadFrame } from '@firstyear/form-reading/read-question.tsx';
import { FieldErrors } from '@firstyear/ui/field.tsx';
import { createRequired } from '@firstyear/ui/hooks.ts';
import { Link } from '@firstyear/ui/link.tsx';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { review as reviewArea } from '@firstyear/words/review';
import type { ReactNode } from 'react';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import { ShortMessage } from '../form/summary-errors.tsx';
import styles from './review-page.module.css';

const NO_ERRORS: readonly string[] = [];
const NO_DOCUMENTS = {};

export function changeLinkId(key: string): string {
  return `change-${key}`;
}

export const anchorOf = (page: string, section: string): string => `answers-${page}-${section}`;

interface ReviewedPage {
  readonly page: string;
  readonly showsBlank: boolean;
  /** Goes to a question, or to a group of tabs by its id. */
  readonly follow: (page: string, key: string) => void;
  readonly isLoggedIn: boolean;
  /** Documents on the server by question key. */
  readonly documents: Readonly<Record<string, unknown>>;
}

const [ReviewedPageProvider, useReviewedPage] = createRequired<ReviewedPage>('the page under review');

interface ChangeableProps {
  readonly id: string;
  readonly isWide: boolean;
  readonly children: ReactNode;
}

/** A question with a longer label takes the whole line. */
const LONG_LABEL = 48;

/** An answer or a chosen tab; its label is the link to change it. */
function Changeable({ id, isWide, children }: ChangeableProps) {
  const words = useWords(reviewArea);
  const { page, follow } = useReviewedPage();
  const drawLabel = (text: string) => (
    <Link id={changeLinkId(id)} to={paths.question(page, id)} onFollow={() => follow(page, id)}>
      <VisuallyHidden>{words.change} </VisuallyHidden>
      <ShortMessage message={text} />
    </Link>
  );
  return (
    <div className={styles.answer} data-answer="" data-wide={isWide || undefined}>
      <LabelContext value={drawLabel}>{children}</LabelContext>
    </div>
  );
}

interface ChangeableAnswerProps {
  readonly keys: readonly [string, ...(readonly string[])];
  readonly label: string;
  readonly children: ReactNode;
}

/** Leaves blank questions out unless the applicant wants them, or they have errors. */
function ChangeableAnswer({ keys, label, children }: ChangeableAnswerProps) {
  const words = useWords(reviewArea);
  const { showsBlank, documents } = useReviewedPage();
  const isBlank = useFromStore(
    ({ inputValue }) => !keys.some((key) => isAnswered(inputValue(key)) || Object.hasOwn(documents, key)),
  );
  const errors = useFromStore((store) => keys.map((key) => store.errors()[key]).find(Boolean) ?? NO_ERRORS);
  const { form } = useAnswerStore();
  // On paper some questions have another label.
  const labels = [label, ...keys.map((key) => form.byKey.get(key)?.question.label)];
  if (isBlank && errors.length === 0 && !showsBlank) return null;
  return (
    <Changeable id={keys[0]} isWide={keys.length > 2 || label.length > LONG_LABEL}>
      {children}
      <FieldErrors
        id={keys[0]}
        errors={errors.map((message) => (labels.includes(message) ? words.unanswered : message))}
      />
    </Changeable>
  );
}

function ChangeableTab({ group, children }: { readonly group: TabGroup; readonly children: ReactNode }) {
  const { isLoggedIn } = useReviewedPage();
  if (isLoggedIn) {
    return (
      <Changeable id={group.id} isWide={false}>
        {children}
      </Changeable>
    );
  }
  return (
    <div className={styles.answer} data-answer="">
      {children}
    </div>
  );
}

const frame: ReadFrame = { Answer: ChangeableAnswer, Tab: ChangeableTab, anchorOf, page: styles.answers };

/** The answers of one page, each with a link to its question. */
export function ReviewAnswers(props: ReviewedPage) {
  const { form, moment } = useAnswerStore();
  const state = useFromStore((store) => store.getState());
  return (
    <ReviewedPageProvider value={props}>
      {/* Only answers: a file that failed, or is in conversion, isn't attached. */}
      <ReadPage page={props.page} application={{ ...state, form, moment, documents: NO_DOCUMENTS }} frame={frame} />
    </ReviewedPageProvider>
  );
}
