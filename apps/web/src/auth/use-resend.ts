import { isEmail, paths } from '@firstyear/api-contract';
import { request } from '../api/client.ts';
import { authText } from '../text/auth.ts';
import { useCarriedState } from './carried-state.ts';
import type { useAuthForm } from './use-auth-form.ts';

interface ResendOptions extends Pick<ReturnType<typeof useAuthForm>, 'run' | 'setCardError'> {
  /** Shown when the card has no valid email address in it (login and confirm say it differently). */
  readonly noEmailMessage: string;
}

/** Asks for a new confirmation code and leads to /confirm, in place of the card where it was asked for. */
export function useResend({ run, setCardError, noEmailMessage }: ResendOptions) {
  const carry = useCarriedState();
  return (entered: string) => {
    const username = entered.trim();
    if (!isEmail(username)) {
      setCardError({ label: authText.resendError, message: noEmailMessage });
      return;
    }
    void run(authText.resendError, async (go) => {
      const { message } = await request('resendConfirm', { payload: { username } });
      go(paths.confirm, { state: { ...carry(), username, success: message } });
    });
  };
}
