import { paths } from '@firstyear/api-contract/addresses';
import { isEmail } from '@firstyear/api-contract/identity-rules';
import { useWords } from '@firstyear/ui/words.ts';
import { auth } from '@firstyear/words/auth';
import { request } from '../api/client.ts';
import { useCarriedState } from './carried-state.ts';
import type { useAuthForm } from './use-auth-form.ts';

interface ResendOptions extends Pick<ReturnType<typeof useAuthForm>, 'run' | 'setCardError'> {
  /** Shown when the card has no valid email address in it (login and confirm say it differently). */
  readonly noEmailMessage: string;
}

/** Asks for a new confirmation code and leads to /confirm, in place of the card where it was asked for. */
export function useResend({ run, setCardError, noEmailMessage }: ResendOptions) {
  const words = useWords(auth);
  const carry = useCarriedState();
  return (entered: string) => {
    const username = entered.trim();
    if (!isEmail(username)) {
      setCardError({ label: words.resendError, message: noEmailMessage });
      return;
    }
    void run(words.resendError, async (go) => {
      const { message } = await request('resendConfirm', { payload: { username } });
      go(paths.confirm, { state: { ...carry(), username, success: message } });
    });
  };
}
