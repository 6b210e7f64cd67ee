import { type FormEvent, useRef, useState } from 'react';
import { wordsOf } from '../api/errors.ts';

/** Messages per field; only fields that have any. */
export type FormErrors<Key extends string> = Partial<Record<Key, readonly string[]>>;

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
  /** Runs with values without errors; what it throws is shown in the banner. */
  readonly submit: (values: Readonly<Record<Key, string>>) => Promise<void>;
  readonly firstError?: CardError | null;
}

/** The state of one authentication card's form. Errors of a field are shown once it was changed, or after a submit. */
export function useAuthForm<Key extends string>(options: AuthFormOptions<Key>) {
  const { check, checksWhileTyping, errorLabel, submit } = options;
  const [values, setValues] = useState(options.initial);
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [cardError, setCardError] = useState<CardError | null>(options.firstError ?? null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const errors = check(values);

  const errorsOf = (key: Key): readonly string[] => (shown.has(key) ? (errors[key] ?? []) : []);

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
  const run = async (label: string, call: () => Promise<void>) => {
    setCardError(null);
    setIsBusy(true);
    try {
      await call();
    } catch (error) {
      setCardError({ label, message: wordsOf(error) });
    } finally {
      setIsBusy(false);
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const wrong = Object.keys(errors);
    setShown(new Set(Object.keys(values)));
    if (wrong.length === 0) {
      void run(errorLabel, () => submit(values));
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
