import { defaultPath, PARAMETERS, paths } from '@firstyear/api-contract/addresses';
import { useWords } from '@firstyear/ui/words.ts';
import { auth } from '@firstyear/words/auth';
import { type RefObject, useEffect, useState } from 'react';
import { request } from '../api/client.ts';
import { useLocation } from '../location.tsx';
import { useForm } from '../partner-context.tsx';
import { useSession, useSnapshot, useVisit } from '../session/hooks.ts';
import styles from './auth.module.css';
import { AuthCard, SuccessNotice } from './auth-card.tsx';
import { checkCode, checkEmailChange } from './auth-rules.ts';
import { CodeField, EmailField, PasswordField } from './card-fields.tsx';
import { OwnerOnly, useOwnCall } from './owner-only.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** The requested address, until its code is entered. In memory only: a reload starts over. */
interface EmailChange {
  readonly username: string;
  readonly current_password: string;
}

interface CardProps {
  /** The server's latest words; null: none. */
  readonly message: string | null;
  readonly onMessage: (message: string | null) => void;
  /** The card replaced another one: its first field takes the focus. */
  readonly takesFocus: boolean;
  /** null: no request is open. */
  readonly onChange: (change: EmailChange | null) => void;
}

function useFirstField(form: RefObject<HTMLFormElement | null>, takesFocus: boolean): void {
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus();
  }, [form, takesFocus]);
}

function useFooter() {
  const words = useWords(auth).changeEmail;
  const home = defaultPath(useForm());
  const { lastPath } = useVisit();
  return { question: words.question, link: words.link, to: lastPath ?? home };
}

function RequestCard({ message, takesFocus, onMessage, onChange }: CardProps) {
  const words = useWords(auth).changeEmail;
  const { username: now } = useSnapshot();
  const ownCall = useOwnCall();
  const { card, field } = useAuthForm({
    initial: { username: '', current_password: '' },
    check: checkEmailChange,
    checksWhileTyping: true,
    errorLabel: words.errorLabel,
    submit: async ({ username, current_password }) => {
      onMessage(null);
      const payload = { username: username.trim(), current_password };
      await ownCall(async () => {
        const sent = await request('changeEmail', { payload });
        onMessage(sent.message);
        onChange(payload);
      });
    },
  });
  useFirstField(card.form, takesFocus);
  return (
    <AuthCard
      title={words.title}
      intro={words.intro}
      {...card}
      notice={<SuccessNotice message={message} onClose={() => onMessage(null)} />}
      footer={useFooter()}
    >
      {now !== '' && (
        <p className={styles.current}>
          {words.now} <strong>{now}</strong>
        </p>
      )}
      <EmailField label={words.email} autoComplete="email" {...field('username')} />
      <PasswordField
        id="current_password"
        label={words.password}
        autoComplete="current-password"
        {...field('current_password')}
      />
    </AuthCard>
  );
}

function CodeCard({ change, message, takesFocus, onMessage, onChange }: CardProps & { readonly change: EmailChange }) {
  const authWords = useWords(auth);
  const words = authWords.changeEmail;
  const { rename } = useSession();
  const ownCall = useOwnCall(words.unanswered);
  const { card, field, run } = useAuthForm({
    initial: { code: '' },
    check: checkCode,
    checksWhileTyping: true,
    errorLabel: words.errorLabel,
    submit: async ({ code }) => {
      onMessage(null);
      await ownCall(async () => {
        const changed = await request('confirmEmail', { payload: { code } });
        rename(changed.earlier_username, changed.username);
        onMessage(changed.message);
        onChange(null);
      });
    },
  });
  useFirstField(card.form, takesFocus);
  const resend = () => {
    onMessage(null);
    void run(words.errorLabel, () =>
      ownCall(async () => onMessage((await request('changeEmail', { payload: change })).message)),
    );
  };
  return (
    <AuthCard
      title={words.title}
      intro={words.sent({ email: change.username })}
      {...card}
      notice={<SuccessNotice message={message} onClose={() => onMessage(null)} />}
      actions={
        <>
          <button type="button" className={styles.link} onClick={resend}>
            {authWords.resend}
          </button>
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              onMessage(null);
              onChange(null);
            }}
          >
            {words.another}
          </button>
        </>
      }
      footer={useFooter()}
    >
      <CodeField {...field('code')} />
    </AuthCard>
  );
}

export function EmailPage() {
  const [change, setChange] = useState<EmailChange | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [hasMoved, setHasMoved] = useState(false);
  const onChange = (next: EmailChange | null) => {
    setHasMoved(true);
    setChange(next);
  };
  const state = { message, takesFocus: hasMoved, onMessage: setMessage, onChange };
  return (
    <OwnerOnly>{change === null ? <RequestCard {...state} /> : <CodeCard change={change} {...state} />}</OwnerOnly>
  );
}

/** Takes an account back to the email address that it had, by the link that was mailed there. */
export function RestorePage() {
  const words = useWords(auth).restore;
  const query = new URLSearchParams(useLocation().search);
  const { card } = useAuthForm({
    initial: { id: query.get(PARAMETERS.id) ?? '' },
    check: () => ({}),
    checksWhileTyping: false,
    errorLabel: words.errorLabel,
    submit: async ({ id }, go) => {
      const { message } = await request('restoreEmail', { payload: { id } });
      go(paths.login, { state: { success: message } });
    },
  });
  return (
    <AuthCard
      title={words.title}
      intro={words.intro}
      {...card}
      submitLabel={words.submit}
      footer={{ question: words.question, link: words.link, to: paths.login }}
    />
  );
}
