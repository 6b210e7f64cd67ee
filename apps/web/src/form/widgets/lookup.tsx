import type { QuestionOf } from '@firstyear/form-engine';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { type ComponentType, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAnswerStore, useTypedLine } from '../../answers/hooks.ts';
import { createPart } from '../../api/create-part.ts';
import type { LookupComboboxProps } from '../../lookup/lookup-combobox.tsx';
import { QuestionField } from '../question-field.tsx';
import { UndoLine } from '../undo-line.tsx';
import styles from './widgets.module.css';

interface Ready {
  readonly Combobox: ComponentType<LookupComboboxProps>;
  readonly caret: LookupComboboxProps['caret'];
  readonly wasTyped: boolean;
}

const { loaded, load } = createPart(() => import('../../lookup/lookup-combobox.tsx'));

/** A text input; whatever is typed is an answer. The code of the suggestions is loaded on focus; typing works without it. */
export function LookupEdit({ question }: { readonly question: QuestionOf<'lookup'> }) {
  const store = useAnswerStore();
  const line = useTypedLine(question);
  const input = useRef<HTMLInputElement>(null);
  const isComposing = useRef(false);
  const wasTyped = useRef(false);
  const [ready, setReady] = useState<Ready | undefined>(() => {
    const part = loaded();
    return part && { Combobox: part.LookupCombobox, caret: null, wasTyped: false };
  });

  const prepare = () => {
    load().then(
      ({ LookupCombobox: Combobox }) => {
        const plain = input.current;
        // Replacing the input would interrupt the composition of a word.
        if (isComposing.current) return;
        const hasFocus = plain !== null && plain === document.activeElement;
        const caret = hasFocus ? ([plain.selectionStart ?? 0, plain.selectionEnd ?? 0] as const) : null;
        // Synchronously: a key pressed after the caret was read would end up in the wrong place.
        flushSync(() => setReady((now) => now ?? { Combobox, caret, wasTyped: wasTyped.current }));
      },
      () => {
        // Retried with the next focus.
      },
    );
  };

  return (
    <div className={styles.lookup}>
      <QuestionField question={question}>
        {(aria) =>
          ready ? (
            <ready.Combobox caret={ready.caret} wasTyped={ready.wasTyped} question={question} aria={aria} line={line} />
          ) : (
            <TextInput
              {...aria}
              ref={input}
              type="text"
              name={question.key}
              autoComplete={question.autocomplete ?? 'off'}
              value={line.value}
              onFocus={prepare}
              onCompositionStart={() => {
                isComposing.current = true;
              }}
              onCompositionEnd={() => {
                isComposing.current = false;
                prepare();
              }}
              onBlur={line.leave}
              onText={({ value }) => {
                wasTyped.current = true;
                line.note(value);
                store.change(question.key, value);
              }}
            />
          )
        }
      </QuestionField>
      <div className={styles.undo}>
        <UndoLine isHere={(place) => place.kind === 'lookup' && place.key === question.key} focus={question.key} />
      </div>
    </div>
  );
}
