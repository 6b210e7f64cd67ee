import { correctAnswer } from '@firstyear/api-contract/desk';
import { answerOf, isChoice, optionsOf, type Question, traitsOf } from '@firstyear/form-engine';
import { answerText, type ReadApplication } from '@firstyear/form-reading/read-application.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { officeChecklist } from '@firstyear/words/office-checklist';
import { useState } from 'react';
import { request } from '../shared/api.ts';
import { SelectField, TextField } from '../shared/fields.tsx';
import { useTyped } from '../shared/kept.ts';
import { correctableIn, questionLabel } from './choose-questions.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** The choices of a question; undefined where its answer is typed. */
function choicesOf({ answers, moment }: ReadApplication, question: Question, words: { yes: string; no: string }) {
  if (traitsOf(question).isBoolean) {
    return [
      { value: '', label: words.no },
      { value: 'true', label: words.yes },
    ];
  }
  const options = isChoice(question) ? optionsOf(question, answers, moment()) : 'text';
  return options === 'text' ? undefined : [{ value: '', label: '—' }, ...options];
}

interface CorrectAnswerDialogProps {
  readonly id: string;
  readonly read: ReadApplication;
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Corrects one answer on the applicant's word. */
export function CorrectAnswerDialog({ id, read, onDone, onClose }: CorrectAnswerDialogProps) {
  const words = useWords(officeChecklist);
  const [key, setKey] = useTyped(`correct key ${id}`);
  const [value, setValue] = useTyped(`correct value ${id}`);
  const [isChecked, setIsChecked] = useState(false);
  const fields = correctableIn(read);
  const question = fields.find((field) => field.question.key === key)?.question;
  const now = question ? answerText(read, question) : '';
  const choices = question && choicesOf(read, question, words);
  const isNew = question !== undefined && value.trim() !== String(answerOf(read.answers, key) || '');
  const field = {
    id: 'correct-value',
    label: words.newAnswer,
    hint: words.answerNow({ answer: now === '' ? '—' : now }),
    errors: isChecked && !isNew ? [words.newAnswerNeeded] : [],
    value,
    onChange: setValue,
  };
  return (
    <ReasonDialog
      name={`correct ${id}`}
      title={words.correctOneTitle}
      text={words.correctOneText}
      confirm={words.confirmCorrect}
      check={() => {
        setIsChecked(true);
        return isNew;
      }}
      onClose={onClose}
      onConfirm={async (reason) => {
        if (!question) return;
        const to = traitsOf(question).isBoolean ? value === 'true' : value.trim();
        const payload = { key, from: answerOf(read.answers, key), to, reason };
        await request(correctAnswer, { params: { id }, payload });
        setKey('');
        await onDone();
      }}
    >
      <SelectField
        id="correct-question"
        label={words.question}
        errors={isChecked && question === undefined ? [words.questionNeeded] : []}
        required
        value={key}
        choices={[
          { value: '', label: words.chooseQuestion },
          ...fields.map((one) => ({
            value: one.question.key,
            label: `${one.section.title}: ${questionLabel(read, one)}`,
          })),
        ]}
        onChange={(chosen) => {
          setKey(chosen);
          setValue(String(answerOf(read.answers, chosen) || ''));
        }}
      />
      {question && choices && <SelectField {...field} choices={choices} />}
      {question && !choices && (
        <TextField
          {...field}
          {...(question.kind === 'date' && { type: 'date' })}
          {...(question.kind === 'textarea' && { rows: 4 })}
        />
      )}
    </ReasonDialog>
  );
}
