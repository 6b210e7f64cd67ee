import { isAnswered } from '@firstyear/application-form';
import { useAnswerStore } from '../answers/hooks.ts';
import type { NavigationState } from '../session/navigation-state.ts';

/** The navigation state that carries what a visitor has typed through sign-up, confirmation and login (REDIR-11). */
export function useCarriedState(): NavigationState {
  const answers = useAnswerStore().typedAnswers();
  return Object.values(answers).some(isAnswered) ? { answers } : {};
}
