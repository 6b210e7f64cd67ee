import { forgotPassword, paths } from '@firstyear/api-contract';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { authText } from '../text/auth.ts';
import { Banner } from '../ui/banner.tsx';
import { AuthCard } from './auth-card.tsx';
import { checkForgot } from './auth-rules.ts';
import { EmailField } from './email-field.tsx';
import { useAuthForm } from './use-auth-form.ts';

const words = authText.forgot;

export function ForgotPage() {
  const [success, setSuccess] = useState<string | null>(null);
  const { card, field } = useAuthForm({
    initial: { username: '' },
    check: checkForgot,
    checksWhileTyping: true,
    errorLabel: words.errorLabel,
    submit: async ({ username }) => {
      setSuccess(null);
      const { message } = await request(forgotPassword, { payload: { username: username.trim() } });
      setSuccess(message);
    },
  });
  return (
    <AuthCard
      title={words.title}
      intro={words.intro}
      {...card}
      notice={
        success !== null && (
          <Banner
            kind="success"
            label={words.successLabel}
            close={{ label: authText.closeMessage, onClose: () => setSuccess(null) }}
          >
            <p>{success}</p>
          </Banner>
        )
      }
      footer={{ question: words.question, link: words.link, to: paths.login }}
    >
      <EmailField {...field('username')} />
    </AuthCard>
  );
}
