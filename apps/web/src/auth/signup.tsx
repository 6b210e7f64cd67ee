import { paths } from '@firstyear/api-contract/addresses';
import { SIGNUP_ATTEMPT_HEADER } from '@firstyear/api-contract/identity';
import { Button } from '@firstyear/ui/button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { auth } from '@firstyear/words/auth';
import { identityRules } from '@firstyear/words/identity-rules';
import { useRef, useState } from 'react';
import { request } from '../api/client.ts';
import { focusHeading } from '../shell/focus-heading.ts';
import styles from './auth.module.css';
import { AuthCard, CarryingLink, SuccessNotice, useCarriedState, useCarriedUsername, useResend } from './auth-card.tsx';
import { checkCode, checkSignup } from './auth-rules.ts';
import { CodeField, EmailField, NewPasswordField } from './card-fields.tsx';
import { useAuthForm } from './use-auth-form.ts';

export function SignupPage() {
  const authWords = useWords(auth);
  const words = authWords.signup;
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
      <NewPasswordField label={authWords.password} allErrors={errors.password ?? []} {...field('password')} />
    </AuthCard>
  );
}

export function ConfirmPage() {
  const authWords = useWords(auth);
  const words = authWords.confirm;
  const carry = useCarriedState();
  /** The code was entered in another browser, and a link to choose a password was mailed. */
  const [elsewhere, setElsewhere] = useState<string | null>(null);
  const { card, values, field, run, setCardError } = useAuthForm({
    initial: { username: useCarriedUsername(), code: '' },
    check: checkCode,
    checksWhileTyping: true,
    errorLabel: words.errorLabel,
    submit: async ({ username, code }, go) => {
      const { message, needs_password } = await request('confirm', { payload: { username: username.trim(), code } });
      if (needs_password) {
        setElsewhere(message);
        // The focused button disappears with the form.
        focusHeading();
      } else go(paths.login, { state: { ...carry(), username: username.trim(), success: message } });
    },
  });

  const resend = useResend({ run, setCardError, noEmailMessage: useWords(identityRules).email });
  const sendLink = () =>
    run(words.errorLabel, async () => {
      const { message } = await request('forgotPassword', { payload: { username: values.username.trim() } });
      setElsewhere(message);
    });

  return (
    <AuthCard
      title={words.title}
      {...card}
      isDone={elsewhere !== null}
      notice={<SuccessNotice message={elsewhere} />}
      actions={
        elsewhere === null ? (
          <>
            <Button variant="secondary" wide onClick={() => resend(values.username)}>
              {authWords.resend}
            </Button>
            <CarryingLink to={paths.signup} className={styles.link}>
              {words.wrongAddress}
            </CarryingLink>
          </>
        ) : (
          <Button variant="secondary" wide busy={card.isBusy} onClick={() => void sendLink()}>
            {words.sendAgain}
          </Button>
        )
      }
      footer={{ question: words.question, link: words.link, to: paths.login }}
    >
      <EmailField {...field('username')} />
      <CodeField {...field('code')} />
    </AuthCard>
  );
}
