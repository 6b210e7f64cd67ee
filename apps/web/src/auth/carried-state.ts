import { isAnswered } from '@firstyear/form-engine';
import { useAnswerStore } from '../answers/hooks.ts';
import { useLocation } from '../location.tsx';
import { useSession, useSnapshot } from '../session/hooks.ts';
import { type NavigationState, parseNavigationState } from '../session/navigation-state.ts';

/** Reads what a visitor has typed, for its way through sign-up, confirmation and login (REDIR-11). */
export function useCarriedState(): () => NavigationState {
  const store = useAnswerStore();
  const { is_logged_in } = useSnapshot();
  return () => {
    // Whoever is logged in has them on the server; the history is read by the next person, too.
    if (is_logged_in) return {};
    const answers = store.typedAnswers();
    return Object.values(answers).some(isAnswered) ? { answers } : {};
  };
}

/** The address of the account that came along to this card; '' when none did. */
export function useCarriedUsername(): string {
  const { state } = useLocation();
  const { carriedUsername } = useSession();
  return parseNavigationState(state).username ?? carriedUsername() ?? '';
}
