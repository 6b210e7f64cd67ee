import {
  type Answers,
  type AnswerValue,
  cleanAnswer,
  type Form,
  maxLengthOf,
  parseAnswers,
  type Question,
  traitsOf,
} from '@firstyear/form-engine';

/** What the form says of the values of its questions. */
export interface FormValues {
  /** Undefined for a key that is no question's. */
  readonly traits: (key: string) => ReturnType<typeof traitsOf> | undefined;
  readonly isSealed: (key: string) => boolean;
  readonly fits: (key: string, value: AnswerValue) => boolean;
  readonly clean: (key: string, value: AnswerValue) => AnswerValue;
  /** Answers that come from storage, a link or navigation state: what the form does not know is dropped. */
  readonly keepKnown: (given: Readonly<Record<string, unknown>>) => Answers;
}

export function createFormValues(form: Form): FormValues {
  const questionOf = (key: string): Question | undefined => form.byKey.get(key)?.question;
  return {
    traits: (key) => {
      const question = questionOf(key);
      return question && traitsOf(question);
    },
    isSealed: (key) => {
      const question = form.byStoredKey.get(key)?.question;
      return question !== undefined && traitsOf(question).isSealed(question);
    },
    fits: (key, value) => {
      const question = questionOf(key);
      return question === undefined || typeof value !== 'string' || value.length <= maxLengthOf(question);
    },
    clean: (key, value) => {
      const question = questionOf(key);
      return question ? cleanAnswer(question, value) : value;
    },
    keepKnown: (given) => {
      const answers: Record<string, AnswerValue> = {};
      for (const [key, value] of Object.entries(given)) {
        Object.assign(answers, parseAnswers(form, { [key]: value }).answers);
      }
      return answers;
    },
  };
}
