import { ServerError } from '@firstyear/api-client/errors';
import { PARAMETERS, paths } from '@firstyear/api-contract/addresses';
import type { ResponseOf } from '@firstyear/api-contract/call';
import { helpLook } from '@firstyear/api-contract/helpers';
import type { PartnerSite } from '@firstyear/partner-config';
import { Banner } from '@firstyear/ui/banner.tsx';
import { Button, Spinner } from '@firstyear/ui/button.tsx';
import { useKeepFocus } from '@firstyear/ui/keep-focus.ts';
import { LanguageContext, useWords } from '@firstyear/ui/words.ts';
import { ENGLISH, LANGUAGE_NAMES, type Language } from '@firstyear/words';
import { helpPage } from '@firstyear/words/help-page';
import { useCallback, useEffect, useState } from 'react';
import { request, sentenceOf } from './calls.ts';
import styles from './help-page.module.css';
import { loadLanguage } from './languages.ts';
import { Student } from './student.tsx';

type Looked = ResponseOf<typeof helpLook>;

/** How often the page asks whether files that were sent can be read. */
const POLL_MS = 3_000;

const isReading = ({ students }: Looked): boolean =>
  students.some(({ items }) => items.some(({ papers }) => papers.some(({ state }) => state === 'waiting')));

const isSpanish = () => document.documentElement.lang === 'es';

interface LookState {
  /** Undefined until the first look has ended. */
  readonly language?: Language;
  readonly looked?: Looked;
  readonly error?: unknown;
}

function useLook(token: string) {
  const [state, setState] = useState<LookState>({});
  const look = useCallback(async () => {
    try {
      const looked = await request(helpLook, { token });
      setState({ looked, language: await loadLanguage(looked.language) });
    } catch (error) {
      // The server's words are in the language that it gave the page.
      const language = await loadLanguage(isSpanish() ? 'es' : 'en').catch(() => ENGLISH);
      setState((before) => ({ language, ...before, error }));
    }
  }, [token]);
  useEffect(() => void look(), [look]);
  // Each end of a look begins the wait for the next one.
  useEffect(() => {
    if (state.looked === undefined || !isReading(state.looked)) return;
    const timer = setInterval(() => {
      if (document.hidden) return;
      clearInterval(timer);
      void look();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [state, look]);
  return { ...state, look };
}

function OtherLanguage({ looked: { language, has_other_language } }: { readonly looked: Looked }) {
  if (!has_other_language) return null;
  const other = language === 'en' ? 'es' : 'en';
  return (
    <a href={`?${PARAMETERS.language}=${other}`} lang={other} hrefLang={other}>
      {LANGUAGE_NAMES[other]}
    </a>
  );
}

interface FailureProps {
  readonly error: unknown;
  readonly label: string;
  readonly onRetry: () => void;
}

function Failure({ error, label, onRetry }: FailureProps) {
  const words = useWords(helpPage);
  return (
    <Banner kind="error" label={label}>
      <p>{sentenceOf(error, words.away)}</p>
      {!(error instanceof ServerError && error.status === 404) && (
        <Button variant="secondary" onClick={onRetry}>
          {words.retry}
        </Button>
      )}
    </Banner>
  );
}

interface PageProps {
  readonly site: Pick<PartnerSite, 'name' | 'help_email' | 'phone' | 'time_zone'>;
  readonly token: string;
}

function Content({ site, token, looked, error, look }: PageProps & Omit<ReturnType<typeof useLook>, 'language'>) {
  const words = useWords(helpPage);
  const [told, setTold] = useState<string>();
  const title = words.title({ university: site.name });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <header className={`row ${styles.header}`}>
        <p className={styles.university}>{site.name}</p>
        {looked && <OtherLanguage looked={looked} />}
      </header>
      <main className={styles.main}>
        <h1 className={styles.title}>{title}</h1>
        {error !== undefined && (
          <Failure error={error} label={looked ? words.staleTitle : words.failedTitle} onRetry={() => void look()} />
        )}
        {looked === undefined && error === undefined && (
          <p role="status">
            <Spinner /> {words.loading}
          </p>
        )}
        <p role="status">{told !== undefined && words.told({ name: told })}</p>
        {looked && <p>{looked.students.length === 0 ? words.nothing : words.intro}</p>}
        {looked?.students.map((student) => (
          <Student
            key={student.id}
            token={token}
            timeZone={site.time_zone}
            student={student}
            onSent={look}
            onDeclined={() => {
              setTold(student.name);
              return look();
            }}
          />
        ))}
      </main>
      <footer className={`row ${styles.footer}`}>
        <p>{words.contact({ email: site.help_email, phone: site.phone })}</p>
        <a href={paths.privacy}>{words.privacy}</a>
      </footer>
    </>
  );
}

/** The students who ask the holder of a link, each by itself. */
export function HelpPage({ site, token }: PageProps) {
  const { language, ...state } = useLook(token);
  useKeepFocus();
  useEffect(() => {
    if (language) document.documentElement.lang = language.locale.slice(0, 2);
  }, [language]);
  return (
    <LanguageContext value={language ?? ENGLISH}>
      <Content site={site} token={token} {...state} />
    </LanguageContext>
  );
}
