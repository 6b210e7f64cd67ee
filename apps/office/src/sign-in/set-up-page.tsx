import { lookAtSetUp, setUp } from '@firstyear/api-contract/desk';
import { Banner } from '@firstyear/ui/banner.tsx';
import { Button } from '@firstyear/ui/button.tsx';
import { Field } from '@firstyear/ui/field.tsx';
import { PasswordInput } from '@firstyear/ui/password-input.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeSignIn } from '@firstyear/words/office-sign-in';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { request } from '../shared/api.ts';
import { usePageTitle, usePartner } from '../shared/partner.ts';
import { queryOf } from '../shared/queries.ts';
import { Loading, useSentence } from '../shared/states.tsx';
import styles from './sign-in.module.css';

/** A QR code, one square of the path for each dark module. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 0 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={squares} />
    </svg>
  );
}

/** Splits a secret into groups of four letters, which are easier to type. */
const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const words = useWords(officeSignIn).setUp;
  const [isCopied, setIsCopied] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {words.recoveryTitle}
      </h1>
      <p>{words.recoveryText}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          onClick={() => void navigator.clipboard.writeText(codes.join('\n')).then(() => setIsCopied(true))}
        >
          {words.copy}
        </Button>
        <p role="status">{isCopied && words.copied}</p>
        <Link to="/sign-in" className={styles.provider}>
          {words.toSignIn}
        </Link>
      </div>
    </>
  );
}

/** The page of a set-up link: a new colleague chooses a password and sets up the authenticator app. */
export function SetUpPage() {
  const common = useWords(officeSignIn);
  const words = common.setUp;
  const sentence = useSentence();
  const { partner } = usePartner();
  const { id } = useSearch({ from: '/set-up' });
  usePageTitle(words.title);
  const invitation = useQuery({
    ...queryOf('set-up', lookAtSetUp, { payload: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const settingUp = useMutation({
    mutationFn: (given: { readonly password: string; readonly code: string }) =>
      request(setUp, { payload: { id, sealed: invitation.data?.sealed ?? '', ...given } }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    settingUp.mutate({
      password: String(data.get('password') ?? ''),
      code: String(data.get('code') ?? '').replaceAll(' ', ''),
    });
  };
  const error = invitation.error ?? settingUp.error;
  return (
    <main id="content" className={styles.page}>
      <div className={styles.card}>
        <p className={styles.university}>{partner.name}</p>
        {settingUp.data ? (
          <RecoveryCodes codes={settingUp.data.recovery_codes} />
        ) : (
          <>
            <h1 className={styles.title}>{words.title}</h1>
            {error && (
              <Banner kind="error" label={words.errorLabel}>
                {sentence(error)}
              </Banner>
            )}
            {invitation.isPending && <Loading />}
            {invitation.data && (
              <form noValidate onSubmit={submit} className={`stack ${styles.form}`}>
                <p>{words.hello({ name: invitation.data.name })}</p>
                <input type="text" autoComplete="username" value={invitation.data.email} readOnly hidden />
                <Field id="password" label={words.password} hint={words.passwordHint} required>
                  {(aria) => (
                    <PasswordInput
                      {...aria}
                      name="password"
                      autoComplete="new-password"
                      showLabel={common.showPassword}
                      hideLabel={common.hidePassword}
                      show={common.show}
                      hide={common.hide}
                    />
                  )}
                </Field>
                <div>
                  <h2 className={styles.heading}>{words.appTitle}</h2>
                  <p>{words.appText}</p>
                  <div className={styles.key}>
                    <QrCode text={invitation.data.uri} label={words.qr} />
                    <p>
                      {words.key}
                      <code className={styles.secret}>{inFours(invitation.data.secret)}</code>
                      <a href={invitation.data.uri}>{words.openApp}</a>
                    </p>
                  </div>
                </div>
                <Field id="code" label={words.code} required>
                  {(aria) => (
                    <TextInput {...aria} name="code" autoComplete="one-time-code" inputMode="numeric" maxLength={8} />
                  )}
                </Field>
                <Button type="submit" wide busy={settingUp.isPending}>
                  {words.submit}
                </Button>
              </form>
            )}
          </>
        )}
      </div>
    </main>
  );
}
