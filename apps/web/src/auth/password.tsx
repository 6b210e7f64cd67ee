import { defaultPath } from '@firstyear/api-contract/addresses';
import { useAction } from '@firstyear/ui/hooks.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { auth } from '@firstyear/words/auth';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { useForm } from '../partner-context.tsx';
import { useSession, useSnapshot, useVisit } from '../session/hooks.ts';
import { createLogout } from '../session/log-out.ts';
import styles from './auth.module.css';
import { AuthCard, SuccessNotice } from './auth-card.tsx';
import { checkPasswordChange } from './auth-rules.ts';
import { HiddenUsername, NewPasswordField, PasswordField } from './card-fields.tsx';
import { OwnerOnly, useOwnCall } from './owner-only.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface ChangePasswordCardProps {
  /** What the server said of the change before this one; null: none. */
  readonly success: string | null;
  readonly onCloseSuccess: () => void;
  readonly onChanged: (message: string) => void;
}

function ChangePasswordCard({ success, onCloseSuccess, onChanged }: ChangePasswordCardProps) {
  const words = useWords(auth).changePassword;
  const home = defaultPath(useForm());
  const { lastPath } = useVisit();
  const { username } = useSnapshot();
  const { logOutEverywhere } = createLogout(useSession().logoutParts);
  const ownCall = useOwnCall(words.unanswered);
  const leaving = useAction(logOutEverywhere);
  const { card, errors, field } = useAuthForm({
    initial: { current_password: '', password: '', confirm_password: '' },
    check: checkPasswordChange,
    checksWhileTyping: true,
    errorLabel: words.errorLabel,
    submit: async ({ current_password, password }) => {
      await ownCall(async () => {
        const { message } = await request('changePassword', { payload: { current_password, password } });
        onChanged(message);
      });
    },
  });
  return (
    <AuthCard
      title={words.title}
      intro={words.intro}
      {...card}
      notice={<SuccessNotice message={success} onClose={onCloseSuccess} />}
      actions={
        <button type="button" className={styles.link} disabled={leaving.isBusy} onClick={() => void leaving.run()}>
          {words.everywhere}
        </button>
      }
      footer={{ question: words.question, link: words.link, to: lastPath ?? home }}
    >
      <HiddenUsername username={username} />
      <PasswordField
        id="current_password"
        label={words.current}
        autoComplete="current-password"
        {...field('current_password')}
      />
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

/** Changes the logged-in applicant's password, and logs out everywhere. Others are led to the Log In card. */
export function PasswordPage() {
  const [changes, setChanges] = useState(0);
  const [success, setSuccess] = useState<string | null>(null);
  return (
    <OwnerOnly>
      <ChangePasswordCard
        // Empty fields after each change.
        key={changes}
        success={success}
        onCloseSuccess={() => setSuccess(null)}
        onChanged={(message) => {
          setSuccess(message);
          setChanges(changes + 1);
        }}
      />
    </OwnerOnly>
  );
}
