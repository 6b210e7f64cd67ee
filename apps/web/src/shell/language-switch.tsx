import { PARAMETERS } from '@firstyear/api-contract/addresses';
import { storageOf, storedText } from '@firstyear/ui/storage.ts';
import { LANGUAGE_NAMES } from '@firstyear/words';
import { type MouseEvent, useEffect, useRef } from 'react';
import { SWITCHED_KEY } from '../answers/tab-storage.ts';
import { loadPart } from '../api/load-part.ts';
import { OTHER_LANGUAGE } from '../page-language.ts';
import styles from './language-switch.module.css';

/** Reloads the page in the other language: a reload keeps the history entry, typed answers and the scroll position. */
function reloadIn(event: MouseEvent, language: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  storedText(storageOf('sessionStorage'), SWITCHED_KEY).write(String(scrollY));
  const url = new URL(location.href);
  url.searchParams.set(PARAMETERS.language, language);
  history.replaceState(history.state, '', url);
  location.reload();
}

/** Leads to the same page in the other language, also before the app has arrived. */
export function LanguageSwitch() {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const stored = storedText(storageOf('sessionStorage'), SWITCHED_KEY);
    const switched = stored.read();
    stored.write(null);
    if (!switched) return;
    link.current?.focus({ preventScroll: true });
    // A browser restores the scroll position only if the page is drawn when it has loaded.
    if (scrollY === 0) scrollTo(0, Number(switched));
    loadPart(() => import('./switched-errors.tsx')).then(
      ({ showKeptErrors }) => showKeptErrors(),
      () => {
        // The page waits for nothing else.
      },
    );
  }, []);
  if (OTHER_LANGUAGE === null) return null;
  const language = OTHER_LANGUAGE;
  return (
    <a
      ref={link}
      href={`?${PARAMETERS.language}=${language}`}
      lang={language}
      hrefLang={language}
      className={styles.link}
      onClick={(event) => reloadIn(event, language)}
    >
      {LANGUAGE_NAMES[language]}
    </a>
  );
}
