import { maxLengthOf, type QuestionOf } from '@firstyear/application-form';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { useAnswerStore, useInputValue } from '../../../answers/hooks.ts';
import type { LookupComboboxProps } from '../../../lookup/lookup-combobox.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { QuestionField } from '../../question-field.tsx';

interface Ready {
  readonly Combobox: ComponentType<LookupComboboxProps>;
  readonly caret: LookupComboboxProps['caret'];
}

let loaded: ComponentType<LookupComboboxProps> | undefined;

async function load(): Promise<ComponentType<LookupComboboxProps>> {
  loaded ??= (await import('../../../lookup/lookup-combobox.tsx')).LookupCombobox;
  return loaded;
}

/** Runs the act when the browser has nothing else to do; returns how to cancel it. */
function whenIdle(act: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(act);
  return () => window.cancelIdleCallback(handle);
}

/** A line of text; whatever is typed is an answer. The suggestions come once the page stands, or never: typing needs none. */
export function LookupEdit({ question }: { readonly question: QuestionOf<'lookup'> }) {
  const store = useAnswerStore();
  const value = String(useInputValue(question.key));
  const input = useRef<HTMLInputElement>(null);
  const isComposing = useRef(false);
  const [ready, setReady] = useState<Ready | undefined>(() => loaded && { Combobox: loaded, caret: null });

  const prepare = useCallback(() => {
    load().then(
      (Combobox) => {
        const plain = input.current;
        // A word that is being put together from several keys would be torn apart.
        if (isComposing.current) return;
        const hasFocus = plain !== null && plain === document.activeElement;
        const caret = hasFocus ? ([plain.selectionStart ?? 0, plain.selectionEnd ?? 0] as const) : null;
        setReady((now) => now ?? { Combobox, caret });
      },
      () => {
        // Tried again with the next focus.
      },
    );
  }, []);
  useEffect(() => (ready ? undefined : whenIdle(prepare)), [ready, prepare]);

  return (
    <QuestionField question={question}>
      {(aria) =>
        ready ? (
          <ready.Combobox question={question} aria={aria} caret={ready.caret} />
        ) : (
          <TextInput
            {...aria}
            ref={input}
            type="text"
            name={question.key}
            autoComplete={question.autocomplete ?? 'off'}
            maxLength={maxLengthOf(question)}
            value={value}
            onFocus={prepare}
            onCompositionStart={() => {
              isComposing.current = true;
            }}
            onCompositionEnd={() => {
              isComposing.current = false;
              prepare();
            }}
            onChange={(event) => store.change(question.key, event.currentTarget.value)}
          />
        )
      }
    </QuestionField>
  );
}
