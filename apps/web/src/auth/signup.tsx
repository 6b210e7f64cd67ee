import { paths } from '@firstyear/api-contract/addresses';
import { SIGNUP_ATTEMPT_HEADER } from '@firstyear/api-contract/identity';
import { useWords } from '@firstyear/ui/words.ts';
import { auth } from '@firstyear/words/auth';
import { signup } from '@firstyear/words/signup';
import { useRef } from 'react';
import { request } from '../api/client.ts';
import { AuthCard } from './auth-card.tsx';
import { checkSignup } from './auth-rules.ts';
import { useCarriedState } from './carried-state.ts';
import { EmailField } from './email-field.tsx';
import { NewPasswordField } from './password-field.tsx';
import { useAuthForm } from './use-auth-form.ts';

export function SignupPage() {
  const words = useWords(signup);
  const cards = useWords(auth);
  const carry = useCarriedState();
  const attempt = useRef<string>(undefined);
  const { card, errors, field } = useAuthForm({
    initial: { username: '', password: '' },
    check: checkSignup,
    checksWhileTyping: true,
    errorLabel: words.errorLabel,
    submit: async ({ username, password }, go) => {
      attempt.current ??= crypto.randomUUID();
      const { message } = await request('signup', {
        payload: { username: username.trim(), password },
        headers: { [SIGNUP_ATTEMPT_HEADER]: attempt.current },
      });
      go(paths.confirm, { state: { ...carry(), username: username.trim(), success: message } });
    },
  });
  return (
    <AuthCard title={words.title} {...card} footer={{ question: words.question, link: words.link, to: paths.login }}>
      <EmailField hint={words.emailHint} {...field('username')} />
      <NewPasswordField label={cards.password} allErrors={errors.password ?? []} {...field('password')} />
    </AuthCard>
  );
}
