import type { IdentityMessage } from '@firstyear/api-contract/identity-rules';
import { LanguageContext } from '@firstyear/ui/words.ts';
import { say } from '@firstyear/words';
import { identityRules } from '@firstyear/words/identity-rules';
import {
  type Dispatch,
  type FormEvent,
  type SetStateAction,
  useContext,
  useEffect,
  useRef,
  useState,
  useTransition,
} from 'react';
import { askStorage, storageOf } from '../answers/tab-storage.ts';
import { wordsOf } from '../api/errors.ts';
import { useLocation } from '../location.tsx';
import { currentEntry, entryName, type Go, useGo } from '../session/go.ts';
import { SWITCHED_KEY } from '../shell/language-switch.tsx';

/** Messages per field; only fields that have any. */
export type FormErrors<Key extends string> = Partial<Record<Key, readonly IdentityMessage[]>>;

/** A message for the card's banner; label is what a screen reader calls it, such as 'Login Card Error'. */
export interface CardError {
  readonly label: string;
  readonly message: string;
}

interface AuthFormOptions<Key extends string> {
  readonly initial: Readonly<Record<Key, string>>;
  /** All errors of these values. */
  readonly check: (values: Readonly<Record<Key, string>>) => FormErrors<Key>;
  /** Login checks nothing while typing; the other cards check on every change. */
  readonly checksWhileTyping: boolean;
  readonly errorLabel: string;
  /** Runs with values without errors; what it throws is shown in the banner. `go` leads to what follows this card. */
  readonly submit: (values: Readonly<Record<Key, string>>, go: Go) => Promise<void>;
  readonly firstError?: CardError | null;
}

/**
 * Leads from this card to what follows it, in its place; nowhere once the person has gone elsewhere meanwhile. isGoing
 * until that is drawn, which takes as long as its application needs to load.
 */
function useCardGo(): { readonly go: Go; readonly isGoing: boolean } {
  const go = useGo();
  const location = useLocation();
  const [isGoing, startGoing] = useTransition();
  return {
    go: (to, options) => {
      if (entryName(location) === currentEntry()) startGoing(() => go(to, { ...options, replace: true }));
    },
    isGoing,
  };
}

/** Where the tab keeps what was typed into a card while its language changes: the path, and the fields as a query. */
const SWITCHED_CARD_KEY = 'switched-card';

/** Keeps what is typed over the reload with which the page changes its language. Never passwords. */
function useKeptOverSwitch<Key extends string>(
  values: Readonly<Record<Key, string>>,
  fill: Dispatch<SetStateAction<Readonly<Record<Key, string>>>>,
): void {
  useEffect(() => {
    const keep = () =>
      askStorage(storageOf('sessionStorage'), (storage) => {
        if (storage.getItem(SWITCHED_KEY) === null) return;
        const typed = Object.entries<string>(values).filter(([key]) => !key.endsWith('password'));
        storage.setItem(SWITCHED_CARD_KEY, `${location.pathname}?${new URLSearchParams(typed)}`);
      });
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [values]);
  useEffect(() => {
    const kept = askStorage(storageOf('sessionStorage'), (storage) => {
      const card = storage.getItem(SWITCHED_CARD_KEY);
      storage.removeItem(SWITCHED_CARD_KEY);
      return card;
    });
    const [path, fields] = kept?.split('?') ?? [];
    if (path !== location.pathname) return;
    const typed = new URLSearchParams(fields);
    fill((before) => {
      const filled: Record<Key, string> = { ...before };
      for (const key in filled) filled[key] = typed.get(key) || filled[key];
      return filled;
    });
  }, [fill]);
}

/** The state of one authentication card's form. Errors of a field are shown once it was changed, or after a submit. */
export function useAuthForm<Key extends string>(options: AuthFormOptions<Key>) {
  const { check, checksWhileTyping, errorLabel, submit } = options;
  const [values, setValues] = useState(options.initial);
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [cardError, setCardError] = useState<CardError | null>(options.firstError ?? null);
  const [isCalling, setIsCalling] = useState(false);
  const { go, isGoing } = useCardGo();
  const isBusy = isCalling || isGoing;
  const form = useRef<HTMLFormElement>(null);
  const language = useContext(LanguageContext);
  const errors = check(values);
  useKeptOverSwitch(values, setValues);

  const errorsOf = (key: Key): readonly string[] =>
    shown.has(key) ? (errors[key] ?? []).map((message) => say(identityRules, message, language)) : [];

  const change = (key: Key, value: string) => {
    setValues((before) => ({ ...before, [key]: value }));
    setShown((before) => {
      const next = new Set(before);
      if (checksWhileTyping) next.add(key);
      else next.delete(key);
      return next;
    });
  };

  /** Runs one call of the card; its error goes to the banner under this label. */
  const run = async (label: string, call: (go: Go) => Promise<void>) => {
    setCardError(null);
    setIsCalling(true);
    try {
      await call(go);
    } catch (error) {
      setCardError({ label, message: wordsOf(error) });
    } finally {
      setIsCalling(false);
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const wrong = Object.keys(errors);
    setShown(new Set(Object.keys(values)));
    if (wrong.length === 0) {
      void run(errorLabel, () => submit(values, go));
      return;
    }
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])];
    inputs.find((input) => wrong.includes(input.id))?.focus();
  };

  /** What a field of the card is given. */
  const field = (key: Key) => ({
    value: values[key],
    errors: errorsOf(key),
    onChange: (value: string) => change(key, value),
  });

  return { card: { form, onSubmit, isBusy, cardError }, values, errors, errorsOf, field, run, setCardError };
}
