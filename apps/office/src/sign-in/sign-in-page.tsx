import { officePaths, signIn } from '@firstyear/api-contract/desk';
import { Banner } from '@firstyear/ui/banner.tsx';
import { Button } from '@firstyear/ui/button.tsx';
import { Field } from '@firstyear/ui/field.tsx';
import { PasswordInput } from '@firstyear/ui/password-input.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeSignIn } from '@firstyear/words/office-sign-in';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { request } from '../shared/api.ts';
import { usePageTitle, usePartner } from '../shared/partner.ts';
import { meQuery, signInWaysQuery } from '../shared/queries.ts';
import { useSentence } from '../shared/states.tsx';
import styles from './sign-in.module.css';

type Name = 'email' | 'password' | 'code';
const NAMES: readonly Name[] = ['email', 'password', 'code'];

/** Allows only addresses of this app: a link must not redirect to another site after the sign-in. */
const safeTarget = (to = '/applications') => `${officePaths.home}${/^\/(?!\/)/.test(to) ? to : '/applications'}`;

export function SignInPage() {
  const words = useWords(officeSignIn);
  const sentence = useSentence();
  const { partner } = usePartner();
  const { to, why, problem = '' } = useSearch({ from: '/sign-in' });
  const { data: ways } = useQuery(signInWaysQuery);
  const router = useRouter();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [missing, setMissing] = useState<readonly Name[]>([]);
  usePageTitle(words.title);
  useEffect(() => heading.current?.focus(), []);
  const signingIn = useMutation({
    mutationFn: async (payload: { readonly email: string; readonly password: string; readonly code: string }) => {
      await request(signIn, { payload });
      await queries.fetchQuery({ ...meQuery, staleTime: 0 });
    },
    onSuccess: () => router.history.replace(safeTarget(to)),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const textOf = (name: Name) => String(data.get(name) ?? '').trim();
    const empty = NAMES.filter((name) => textOf(name) === '');
    setMissing(empty);
    if (empty[0] !== undefined) return form.current?.querySelector<HTMLElement>(`#${empty[0]}`)?.focus();
    signingIn.mutate({
      email: textOf('email'),
      password: String(data.get('password')),
      code: textOf('code').replaceAll(' ', ''),
    });
  };
  const problems: Readonly<Record<string, string>> = words.problem;
  const refusal = signingIn.isError ? sentence(signingIn.error) : problems[problem];
  const errorsOf = (name: Name) => (missing.includes(name) ? [words.needed[name]] : []);
  return (
    <main id="content" className={styles.page}>
      <div className={styles.card}>
        <p className={styles.university}>{partner.name}</p>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {words.title}
        </h1>
        <p>{words.intro({ university: partner.name })}</p>
        {refusal ? (
          <Banner kind="error" label={words.errorLabel}>
            {refusal}
          </Banner>
        ) : (
          why !== undefined && (
            <Banner kind="success" label={words.title}>
              {why === 'left' ? (ways?.has_provider ? words.signedOutHere : words.signedOut) : words.ended}
            </Banner>
          )
        )}
        {ways?.has_provider && (
          <>
            <a className={styles.provider} href={`${officePaths.signOn}?to=${encodeURIComponent(safeTarget(to))}`}>
              {words.provider}
            </a>
            <p className={styles.or}>{words.or}</p>
          </>
        )}
        <form ref={form} noValidate onSubmit={submit} className={`stack ${styles.form}`}>
          <Field id="email" label={words.email} required errors={errorsOf('email')}>
            {(aria) => <TextInput {...aria} name="email" type="email" autoComplete="username" />}
          </Field>
          <Field id="password" label={words.password} required errors={errorsOf('password')}>
            {(aria) => (
              <PasswordInput
                {...aria}
                name="password"
                autoComplete="current-password"
                showLabel={words.showPassword}
                hideLabel={words.hidePassword}
                show={words.show}
                hide={words.hide}
              />
            )}
          </Field>
          <Field id="code" label={words.code} hint={words.codeHint} required errors={errorsOf('code')}>
            {(aria) => (
              <TextInput {...aria} name="code" autoComplete="one-time-code" spellCheck={false} maxLength={24} />
            )}
          </Field>
          <Button type="submit" wide busy={signingIn.isPending}>
            {words.submit}
          </Button>
        </form>
        <p className={`quiet ${styles.small}`}>{words.help}</p>
        <p className={`quiet ${styles.small}`}>
          {words.applicants({ university: partner.name })} <a href="/">{words.toApplication}</a>
        </p>
      </div>
    </main>
  );
}
