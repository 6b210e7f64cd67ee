import { defaultPath, paths } from '@firstyear/api-contract/addresses';
import { LANGUAGE_COOKIE } from '@firstyear/api-contract/cookies';
import { IDLE_LIMIT_MS } from '@firstyear/api-contract/session-limits';
import { browserClock, pastTime } from '@firstyear/ui/clock.ts';
import { storageOf, storedText } from '@firstyear/ui/storage.ts';
import { useWords } from '@firstyear/ui/words.ts';
import type { WordsOf } from '@firstyear/words';
import { auth } from '@firstyear/words/auth';
import { identityRules } from '@firstyear/words/identity-rules';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { Redirect, useLocation } from '../location.tsx';
import { OTHER_LANGUAGE } from '../page-language.ts';
import { useForm } from '../partner-context.tsx';
import { useSession, useSnapshot, useVisit } from '../session/hooks.ts';
import { type NavigationState, parseNavigationState } from '../session/navigation.ts';
import { LAST_ACTIVITY_KEY } from '../session/stored.ts';
import styles from './auth.module.css';
import { AuthCard, CarryingLink, useCarriedUsername, useResend } from './auth-card.tsx';
import { checkLogin } from './auth-rules.ts';
import { EmailField, PasswordField } from './card-fields.tsx';
import { useAuthForm } from './use-auth-form.ts';

const isEnd = (id: string): id is keyof typeof auth.texts.sessionEnd => Object.hasOwn(auth.texts.sessionEnd, id);

/** How the last session ended, in words; '' when there is nothing to say. */
function textOfEnd({ ended = '', error }: NavigationState, ends: WordsOf<typeof auth.texts.sessionEnd>): string {
  return [isEnd(ended) && ends[ended], error].filter(Boolean).join(' ');
}

/** Whether the last activity in this browser is within the idle limit, so that the session is alive. */
function isSessionAlive(): boolean {
  const now = browserClock.now();
  return now - pastTime(storedText(storageOf('localStorage'), LAST_ACTIVITY_KEY).read(), now) < IDLE_LIMIT_MS;
}

/** The Log In card. An applicant with a live session, who pressed Back or an email's link, continues on their last page instead. */
export function LoginPage() {
  const { is_logged_in } = useSnapshot();
  const { lastPath } = useVisit();
  const home = defaultPath(useForm());
  const { state } = useLocation();
  const [goesOn] = useState(
    () => is_logged_in && Object.keys(parseNavigationState(state)).length === 0 && isSessionAlive(),
  );
  return goesOn ? <Redirect to={lastPath ?? home} /> : <LoginCard />;
}

function LoginCard() {
  const authWords = useWords(auth);
  const words = authWords.login;
  const home = defaultPath(useForm());
  const { begin } = useSession();
  const ended = textOfEnd(parseNavigationState(useLocation().state), authWords.sessionEnd);
  const { card, values, field, run, setCardError } = useAuthForm({
    initial: { username: useCarriedUsername(), password: '' },
    check: checkLogin,
    checksWhileTyping: false,
    errorLabel: words.errorLabel,
    firstError: ended ? { label: words.errorLabel, message: ended } : null,
    submit: async ({ username, password }, go) => {
      const { message } = await request('login', { payload: { username: username.trim(), password } });
      begin();
      go(home, { state: { success: message } });
      // On another device the site speaks the language that the account has.
      if (document.cookie.includes(`${LANGUAGE_COOKIE}=${OTHER_LANGUAGE}`)) location.reload();
    },
  });

  const resend = useResend({ run, setCardError, noEmailMessage: useWords(identityRules).resendEmail });

  return (
    <AuthCard
      title={words.title}
      {...card}
      actions={
        <>
          <CarryingLink to={paths.forgot} className={styles.link}>
            {words.forgot}
          </CarryingLink>
          <button type="button" className={styles.link} onClick={() => resend(values.username)}>
            {authWords.resend}
          </button>
        </>
      }
      footer={{ question: words.question, link: words.link, to: paths.signup }}
    >
      <EmailField {...field('username')} />
      <PasswordField id="password" label={authWords.password} autoComplete="current-password" {...field('password')} />
    </AuthCard>
  );
}
