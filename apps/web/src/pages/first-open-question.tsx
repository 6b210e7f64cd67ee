import { paths } from '@firstyear/api-contract';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import { usePageChange } from '../flows/page-change.ts';
import { ShortMessage } from '../form/short-message.tsx';
import { summaryErrors } from '../form/validation-summary.tsx';
import { shellText } from '../text/shell.ts';
import { Link } from '../ui/link.tsx';
import styles from './form-page.module.css';
import { useFollowQuestion } from './use-follow-question.ts';

/** Leads whoever comes back to the first question that is still open, or to all answers when none is. */
export function FirstOpenQuestion({ page }: { readonly page: string }) {
  const { form } = useAnswerStore();
  const follow = useFollowQuestion(page);
  const { changePage } = usePageChange();
  const errors = useFromStore((store) => store.errors());
  const isPartial = useFromStore((store) => store.isPartial());
  const [first] = summaryErrors(form, errors);
  const words = shellText.banner.resume;
  const [to, go] =
    first?.page === undefined
      ? [paths.review, () => void changePage(paths.review, false)]
      : [paths.question(first.page, first.key), () => follow({ page: first.page ?? page, key: first.key })];
  if (isPartial) return null;
  return (
    <p className={styles.resume}>
      {first === undefined ? words.allAnswered : words.before}{' '}
      <Link to={to} onFollow={go}>
        {first === undefined ? shellText.review.title : <ShortMessage message={first.message} />}
      </Link>
    </p>
  );
}
