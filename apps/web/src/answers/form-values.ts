import {
  type Answers,
  type AnswerValue,
  cleanAnswer,
  errorLabelOf,
  type Form,
  maxLengthOf,
  parseAnswers,
  traitsOf,
} from '@firstyear/form-engine';

export function createFormValues(form: Form) {
  const questionOf = (key: string) => form.byKey.get(key)?.question;
  return {
    /** Undefined if no question has this key. */
    traits: (key: string) => {
      const question = questionOf(key);
      return question && traitsOf(question);
    },
    isSealed: (key: string) => {
      const question = form.byStoredKey.get(key)?.question;
      return question !== undefined && traitsOf(question).isSealed(question);
    },
    /** The message about a text that is longer than its question allows; undefined for any other answer. */
    tooLong: (key: string, value: AnswerValue): string | undefined => {
      const question = questionOf(key);
      if (question === undefined || typeof value !== 'string') return undefined;
      const limit = maxLengthOf(question);
      const count = value.length;
      return count > limit ? form.words.tooLong({ label: errorLabelOf(question), count, limit }) : undefined;
    },
    clean: (key: string, value: AnswerValue) => {
      const question = questionOf(key);
      return question ? cleanAnswer(question, value) : value;
    },
    /** Parses answers from storage, a link or navigation state; drops those that the form does not know. */
    keepKnown: (given: Readonly<Record<string, unknown>>): Answers => parseAnswers(form, given, true).answers,
  };
}

export type FormValues = ReturnType<typeof createFormValues>;
