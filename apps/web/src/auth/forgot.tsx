import { paths } from '@firstyear/api-contract/addresses';
import { useWords } from '@firstyear/ui/words.ts';
import { forgot } from '@firstyear/words/forgot';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { AuthCard } from './auth-card.tsx';
import { checkForgot } from './auth-rules.ts';
import { EmailField } from './email-field.tsx';
import { SuccessNotice } from './success-notice.tsx';
import { useAuthForm } from './use-auth-form.ts';

export function ForgotPage() {
  const words = useWords(forgot);
  const [success, setSuccess] = useState<string | null>(null);
  const { card, field } = useAuthForm({
    initial: { username: '' },
    check: checkForgot,
    checksWhileTyping: true,
    errorLabel: words.errorLabel,
    submit: async ({ username }) => {
      setSuccess(null);
      const { message } = await request('forgotPassword', { payload: { username: username.trim() } });
      setSuccess(message);
    },
  });
  return (
    <AuthCard
      title={words.title}
      intro={words.intro}
      {...card}
      notice={<SuccessNotice label={words.successLabel} message={success} onClose={() => setSuccess(null)} />}
      footer={{ question: words.question, link: words.link, to: paths.login }}
    >
      <EmailField {...field('username')} />
    </AuthCard>
  );
}
