import { countWords, DEFAULT_TEXTAREA_ROWS, maxLengthOf, type QuestionOf } from '@firstyear/form-engine';
import { TextArea } from '@firstyear/ui/text-input.tsx';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { useState } from 'react';
import { useAnswerStore, useInputValue } from '../../answers/hooks.ts';
import { QuestionField, readCleaned } from '../question-field.tsx';
import { useSettledText } from '../settled-text.ts';
import styles from './widgets.module.css';

/** Several lines with a live counter. Typed text is a draft, and becomes the answer when the field is left (WIDGET-13). */
export function TextareaEdit({ question }: { readonly question: QuestionOf<'textarea'> }) {
  const words = useWords(formPage);
  const store = useAnswerStore();
  const value = String(useInputValue(question.key));
  const [hasTyped, setHasTyped] = useState(false);
  const { key, rows = DEFAULT_TEXTAREA_ROWS } = question;
  const limit = maxLengthOf(question);
  const mostWords = question.rules?.find((rule) => rule.rule === 'max-words')?.words;
  const count =
    mostWords === undefined ? { count: value.length, limit } : { count: countWords(value), limit: mostWords };
  const inCharacters = mostWords === undefined;
  const used = inCharacters ? words.charactersUsed(count) : words.wordsUsed(count);
  const announced = useSettledText(hasTyped ? used : '');
  const counterId = `${key}-count`;
  return (
    <QuestionField question={question} describedBy={counterId}>
      {(aria) => (
        <>
          <TextArea
            {...aria}
            name={key}
            rows={rows}
            value={value}
            onText={(area) => {
              setHasTyped(true);
              store.keepDraft(key, readCleaned(question, area));
            }}
            onBlur={(event) => store.change(key, event.currentTarget.value)}
          />
          <p id={counterId} className={`quiet ${styles.count}`}>
            {inCharacters ? words.characterCount(count) : words.wordCount(count)}
          </p>
          <VisuallyHidden role="status">{announced}</VisuallyHidden>
        </>
      )}
    </QuestionField>
  );
}
