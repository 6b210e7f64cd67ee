import { paths } from '@firstyear/api-contract/addresses';
import { usePageChange } from '../flows/page-change.ts';
import { focusQuestion, focusQuestionWhenThere } from '../form/focus-question.ts';
import type { QuestionPlace } from '../form/validation-summary.tsx';
import { useGo } from '../session/go.ts';

/** Goes to a question from this page: on the same one at once, else with what a change of page does. */
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
