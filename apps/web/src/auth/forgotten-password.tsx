import { paths } from '@firstyear/api-contract/addresses';
import { useWords } from '@firstyear/ui/words.ts';
import { auth } from '@firstyear/words/auth';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { useLocation } from '../location.tsx';
import { AuthCard, CarryingLink, SuccessNotice } from './auth-card.tsx';
import { checkForgot, checkReset } from './auth-rules.ts';
import { EmailField, NewPasswordField, PasswordField } from './card-fields.tsx';
import { useAuthForm } from './use-auth-form.ts';

export function ForgotPage() {
  const words = useWords(auth).forgot;
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
      notice={<SuccessNotice message={success} onClose={() => setSuccess(null)} />}
      footer={{ question: words.question, link: words.link, to: paths.login }}
    >
      <EmailField {...field('username')} />
    </AuthCard>
  );
}

export function ResetPage() {
  const words = useWords(auth).reset;
  const query = new URLSearchParams(useLocation().search);
  const fromLink = query.get('username') ?? '';
  const { card, errors, errorsOf, field } = useAuthForm({
    initial: { username: fromLink, password: '', confirm_password: '', id: query.get('id') ?? '' },
    check: checkReset,
    checksWhileTyping: true,
    errorLabel: words.errorLabel,
    submit: async ({ username, password, id }, go) => {
      const { message } = await request('resetPassword', { payload: { username: username.trim(), password, id } });
      go(paths.login, { state: { username: username.trim(), success: message } });
    },
  });
  const [noId] = errorsOf('id');
  return (
    <AuthCard
      title={words.title}
      {...card}
      {...(noId !== undefined && { cardError: { label: words.errorLabel, message: noId } })}
      notice={
        noId !== undefined && (
          <p>
            <CarryingLink to={paths.forgot}>{words.noIdLink}</CarryingLink>
          </p>
        )
      }
      footer={{ question: words.question, link: words.link, to: paths.login }}
    >
      <EmailField readOnly={fromLink !== ''} {...field('username')} />
      <NewPasswordField label={words.password} allErrors={errors.password ?? []} {...field('password')} />
      <PasswordField
        id="confirm_password"
        label={words.confirm}
        autoComplete="new-password"
        {...field('confirm_password')}
      />
    </AuthCard>
  );
}
