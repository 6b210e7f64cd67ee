import { paths } from '@firstyear/api-contract/addresses';
import { Button } from '@firstyear/ui/button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { auth } from '@firstyear/words/auth';
import { confirm } from '@firstyear/words/confirm';
import { identityRules } from '@firstyear/words/identity-rules';
import { request } from '../api/client.ts';
import { AuthCard } from './auth-card.tsx';
import { checkConfirm } from './auth-rules.ts';
import { useCarriedState, useCarriedUsername } from './carried-state.ts';
import { CodeField } from './code-field.tsx';
import { EmailField } from './email-field.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useResend } from './use-resend.ts';

export function ConfirmPage() {
  const words = useWords(confirm);
  const cards = useWords(auth);
  const carry = useCarriedState();
  const { card, values, field, run, setCardError } = useAuthForm({
    initial: { username: useCarriedUsername(), code: '' },
    check: checkConfirm,
    checksWhileTyping: true,
    errorLabel: words.errorLabel,
    submit: async ({ username, code }, go) => {
      const { message } = await request('confirm', { payload: { username: username.trim(), code } });
      go(paths.login, { state: { ...carry(), username: username.trim(), success: message } });
    },
  });

  const resend = useResend({ run, setCardError, noEmailMessage: useWords(identityRules).email });

  return (
    <AuthCard
      title={words.title}
      {...card}
      actions={
        <Button variant="secondary" wide onClick={() => resend(values.username)}>
          {cards.resend}
        </Button>
      }
      footer={{ question: words.question, link: words.link, to: paths.login }}
    >
      <EmailField {...field('username')} />
      <CodeField {...field('code')} />
    </AuthCard>
  );
}
