import { paths } from '@firstyear/api-contract/addresses';
import { usePageChange } from '../flows/page-change.ts';
import { focusQuestion, focusQuestionWhenThere } from '../form/focus-question.ts';
import type { QuestionPlace } from '../form/summary-errors.tsx';
import { useGo } from '../session/navigation.ts';

/** Goes to a question: directly on this page, otherwise by a page change. */
export function useFollowQuestion(page: string): (place: QuestionPlace) => void {
  const go = useGo();
  const { changePage } = usePageChange();
  return ({ page: target, key }) => {
    const address = paths.question(target, key);
    if (target !== page) {
      void changePage(address, false);
      return;
    }
    go(address, { replace: true });
    if (!focusQuestion(key)) focusQuestionWhenThere(key);
  };
}
