import { paths } from '@firstyear/api-contract/addresses';
import { Link } from '@firstyear/ui/link.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { shell } from '@firstyear/words/shell';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import { usePageChange } from '../flows/page-change.ts';
import { ShortMessage, summaryErrors } from '../form/summary-errors.tsx';
import { useFollowQuestion } from './follow-question.ts';
import styles from './form-page.module.css';

/** Leads returning applicants to the first open question, or to all answers when there is none. */
export function FirstOpenQuestion({ page }: { readonly page: string }) {
  const { form } = useAnswerStore();
  const follow = useFollowQuestion(page);
  const { changePage } = usePageChange();
  const errors = useFromStore((store) => store.errors());
  const isPartial = useFromStore((store) => store.isPartial());
  const [first] = summaryErrors(form, errors);
  const words = useWords(shell);
  const [to, go] =
    first?.page === undefined
      ? [paths.review, () => void changePage(paths.review, false)]
      : [paths.question(first.page, first.key), () => follow({ page: first.page ?? page, key: first.key })];
  if (isPartial) return null;
  return (
    <p className={styles.resume}>
      <span>{first === undefined ? words.resume.allAnswered : words.resume.before}</span>{' '}
      <Link to={to} onFollow={go}>
        {first === undefined ? words.review : <ShortMessage message={first.message} />}
      </Link>
    </p>
  );
}
