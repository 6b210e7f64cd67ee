import {
  type Answers,
  type AnswerValue,
  cleanAnswer,
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
    fits: (key: string, value: AnswerValue) => {
      const question = questionOf(key);
      return question === undefined || typeof value !== 'string' || value.length <= maxLengthOf(question);
    },
    clean: (key: string, value: AnswerValue) => {
      const question = questionOf(key);
      return question ? cleanAnswer(question, value) : value;
    },
    /** Parses answers from storage, a link or navigation state; drops those that the form does not know. */
    keepKnown: (given: Readonly<Record<string, unknown>>): Answers =>
      Object.fromEntries(
        Object.entries(given).flatMap(([key, value]) => Object.entries(parseAnswers(form, { [key]: value }).answers)),
      ),
  };
}

export type FormValues = ReturnType<typeof createFormValues>;
