import { DEFAULT_TEXTAREA_ROWS, maxLengthOf, type QuestionOf } from '@firstyear/form-engine';
import { TextArea } from '@firstyear/ui/text-input.tsx';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { useEffect, useState } from 'react';
import { useAnswerStore, useInputValue } from '../../../answers/hooks.ts';
import { QuestionField } from '../../question-field.tsx';
import { readCleaned } from '../../read-cleaned.ts';
import styles from './edit.module.css';

/** Milliseconds without a key until screen readers hear how much is used. */
const ANNOUNCE_AFTER_MS = 1500;

/** The count in words, after a pause in typing; nothing before the first key. */
function useAnnouncedCount(count: number, limit: number, hasTyped: boolean): string {
  const words = useWords(formPage);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (!hasTyped) return;
    const timer = setTimeout(() => setAnnounced(words.charactersUsed({ count, limit })), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [count, limit, hasTyped, words]);
  return announced;
}

/** Several lines with a live counter; what is typed is saved as a draft, and becomes the answer when the field is left (WIDGET-13). */
export function TextareaEdit({ question }: { readonly question: QuestionOf<'textarea'> }) {
  const words = useWords(formPage);
  const store = useAnswerStore();
  const value = String(useInputValue(question.key));
  const [hasTyped, setHasTyped] = useState(false);
  const { key, rows = DEFAULT_TEXTAREA_ROWS } = question;
  const limit = maxLengthOf(question);
  const announced = useAnnouncedCount(value.length, limit, hasTyped);
  const counterId = `${key}-count`;
  return (
    <QuestionField question={question} describedBy={counterId}>
      {(aria) => (
        <>
          <TextArea
            {...aria}
            name={key}
            rows={rows}
            maxLength={limit}
            value={value}
            onChange={(event) => {
              setHasTyped(true);
              store.keepDraft(key, readCleaned(question, event.currentTarget));
            }}
            onBlur={(event) => store.change(key, event.currentTarget.value)}
          />
          <p id={counterId} className={styles.count}>
            {words.characterCount({ count: value.length, limit })}
          </p>
          <VisuallyHidden role="status">{announced}</VisuallyHidden>
        </>
      )}
    </QuestionField>
  );
}
