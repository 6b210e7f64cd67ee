import { PARAMETERS } from '@firstyear/api-contract/addresses';
import { LANGUAGE_NAMES } from '@firstyear/words';
import { type MouseEvent, useEffect, useRef } from 'react';
import { askStorage, storageOf } from '../answers/tab-storage.ts';
import { OTHER_LANGUAGE } from '../page-language.ts';
import styles from './language-switch.module.css';

/**
 * Where the tab keeps over the reload that its language has just been changed, and how far it was scrolled: the switch has
 * the focus again.
 * Not named as what the app keeps, which would hide the page of the build.
 */
export const SWITCHED_KEY = 'language-switched';

/** Loads the page again in the other language: a reload keeps its place in the history, what was typed and the scroll position. */
function reloadIn(event: MouseEvent, language: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  askStorage(storageOf('sessionStorage'), (storage) => storage.setItem(SWITCHED_KEY, String(scrollY)));
  const url = new URL(location.href);
  url.searchParams.set(PARAMETERS.language, language);
  history.replaceState(history.state, '', url);
  location.reload();
}

/** Leads to the same page in the other language, also before the app has arrived. */
export function LanguageSwitch() {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const switched = askStorage(storageOf('sessionStorage'), (storage) => {
      const kept = storage.getItem(SWITCHED_KEY);
      storage.removeItem(SWITCHED_KEY);
      return kept;
    });
    if (!switched) return;
    link.current?.focus({ preventScroll: true });
    // A browser scrolls back to where a page was only if the page is there when it has loaded.
    if (scrollY === 0) scrollTo(0, Number(switched));
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
