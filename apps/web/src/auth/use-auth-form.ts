import type { ApiErrorCode } from '@firstyear/api-contract/errors';
import type { IdentityMessage } from '@firstyear/api-contract/identity-rules';
import { storageOf, storedText } from '@firstyear/ui/storage.ts';
import { useLanguage } from '@firstyear/ui/words.ts';
import { say } from '@firstyear/words';
import { identityRules } from '@firstyear/words/identity-rules';
import {
  type Dispatch,
  type FormEvent,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useTransition,
} from 'react';
import { beforeSwitch } from '../answers/tab-storage.ts';
import { hasCode, wordsOf } from '../api/errors.ts';
import { useLocation } from '../location.tsx';
import { currentEntry, entryName, type Go, useGo } from '../session/navigation.ts';

export type FormErrors<Key extends string> = Partial<Record<Key, readonly IdentityMessage[]>>;

/** A message for the card's banner; label is what a screen reader calls it, such as 'Login Card Error'. */
export interface CardError {
  readonly label: string;
  readonly message: string;
  /** The language of the message, where it was kept over a change of language. */
  readonly lang?: string | undefined;
}

interface AuthFormOptions<Key extends string> {
  readonly initial: Readonly<Record<Key, string>>;
  readonly check: (values: Readonly<Record<NoInfer<Key>, string>>) => FormErrors<NoInfer<Key>>;
  /** Login checks only on submit; the other cards check on every change. */
  readonly checksWhileTyping: boolean;
  readonly errorLabel: string;
  /** Runs with valid values; its error is shown in the banner. `go` leads to the page after this card. */
  readonly submit: (values: Readonly<Record<Key, string>>, go: Go) => Promise<void>;
  readonly firstError?: CardError | null;
}

/**
 * Goes from this card to the next page, replacing the history entry, unless the person has gone elsewhere meanwhile. isGoing
 * until that page is drawn, which includes loading its application.
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

/** The tab's entry for a card while its language changes: the path, and the fields and the banner as a query. */
const SWITCHED_CARD_KEY = 'switched-card';
const BANNER = ['banner', 'banner-lang'] as const;

/** Keeps typed fields, except passwords, and the words of the banner over the reload that changes the language. */
function useKeptOverSwitch<Key extends string>(
  values: Readonly<Record<Key, string>>,
  banner: Pick<CardError, 'message' | 'lang'> | null,
  fill: Dispatch<SetStateAction<Readonly<Record<Key, string>>>>,
  showAgain: (banner: Pick<CardError, 'message' | 'lang'>) => void,
): void {
  const show = useEffectEvent(showAgain);
  useEffect(() => {
    const keep = () => {
      const typed = Object.entries<string>(values).filter(([key]) => !key.endsWith('password'));
      const said = banner ? [banner.message, banner.lang ?? document.documentElement.lang] : [];
      const kept = [...typed, ...said.map((text, place) => [BANNER[place] ?? '', text])];
      storedText(storageOf('sessionStorage'), SWITCHED_CARD_KEY).write(
        `${location.pathname}?${new URLSearchParams(kept)}`,
      );
    };
    return beforeSwitch(keep);
  }, [values, banner]);
  useEffect(() => {
    const stored = storedText(storageOf('sessionStorage'), SWITCHED_CARD_KEY);
    const [path, fields] = stored.read()?.split('?') ?? [];
    stored.write(null);
    if (path !== location.pathname) return;
    const typed = new URLSearchParams(fields);
    fill((before) => {
      const filled: Record<Key, string> = { ...before };
      for (const key in filled) filled[key] = typed.get(key) || filled[key];
      return filled;
    });
    const [message, lang] = BANNER.map((name) => typed.get(name));
    if (message && lang) show({ message, lang });
  }, [fill]);
}

/** The field that a refusal of the server is about. */
const REFUSED_FIELDS: readonly (readonly [ApiErrorCode, string])[] = [
  ['weak_password', 'password'],
  ['invalid_password', 'password'],
  ['wrong_current_password', 'current_password'],
  ['invalid_username', 'username'],
  ['same_email', 'username'],
  ['wrong_code', 'code'],
];

/** What the fields hold. A password manager may fill them in without an event. */
function readFields<Key extends string>(
  form: HTMLFormElement | null,
  values: Readonly<Record<Key, string>>,
): Readonly<Record<Key, string>> {
  const read: Record<Key, string> = { ...values };
  for (const key in read) {
    const input = form?.elements.namedItem(key);
    if (input instanceof HTMLInputElement) read[key] = input.value;
  }
  return read;
}

/** The state of one authentication card's form. Errors of a field are shown once it was changed, or after a submit. */
export function useAuthForm<Key extends string>(options: AuthFormOptions<Key>) {
  const { check, checksWhileTyping, errorLabel, submit } = options;
  const [values, setValues] = useState(options.initial);
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [cardError, setCardError] = useState<CardError | null>(options.firstError ?? null);
  /** The field that the server has refused, until it is changed. */
  const [refused, setRefused] = useState<{ readonly key: string; readonly message: string } | null>(null);
  const [isCalling, setIsCalling] = useState(false);
  const { go, isGoing } = useCardGo();
  const isBusy = isCalling || isGoing;
  const form = useRef<HTMLFormElement>(null);
  const language = useLanguage();
  const errors = check(values);
  // The history entry keeps how a session ended, so the card shows that message again by itself.
  const kept = cardError?.message === options.firstError?.message ? null : cardError;
  useKeptOverSwitch(values, kept, setValues, (banner) => setCardError({ label: errorLabel, ...banner }));

  const errorsOf = (key: Key): readonly string[] => [
    ...(shown.has(key) ? (errors[key] ?? []).map((message) => say(identityRules, message, language)) : []),
    ...(refused?.key === key ? [refused.message] : []),
  ];

  const change = (key: Key, value: string) => {
    if (refused?.key === key) setRefused(null);
    setValues((before) => ({ ...before, [key]: value }));
    setShown((before) => {
      const next = new Set(before);
      if (checksWhileTyping) next.add(key);
      else next.delete(key);
      return next;
    });
  };

  /** Runs one call of the card; its error is shown in the banner under this label. */
  const run = async (label: string, call: (go: Go) => Promise<void>) => {
    setCardError(null);
    setRefused(null);
    setIsCalling(true);
    try {
      await call(go);
    } catch (error) {
      const message = wordsOf(error);
      const [, key] = REFUSED_FIELDS.find(([code]) => hasCode(error, code)) ?? [];
      setCardError({ label, message });
      if (key !== undefined) setRefused({ key, message });
    } finally {
      setIsCalling(false);
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const typed = readFields(form.current, values);
    setValues(typed);
    const wrong = Object.keys(check(typed));
    setShown(new Set(Object.keys(typed)));
    if (wrong.length === 0) {
      void run(errorLabel, () => submit(typed, go));
      return;
    }
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])];
    inputs.find((input) => wrong.includes(input.id))?.focus();
  };

  const field = (key: Key) => ({
    value: values[key],
    errors: errorsOf(key),
    onChange: (value: string) => change(key, value),
  });

  return { card: { form, onSubmit, isBusy, cardError }, values, errors, errorsOf, field, run, setCardError };
}
