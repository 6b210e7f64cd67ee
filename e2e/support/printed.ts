import {
  type Answers,
  answerOf,
  descKey,
  isChoice,
  PAGE_IDS,
  type Question,
  textOf,
} from '@firstyear/application-form';
import { questionsOn } from './fill.ts';
import { folded } from './pdf.ts';

/** What the PDF has to say about one question: its label and its answer as plain text. */
function wordsOf(question: Question, answers: Answers): readonly string[] {
  const value = answerOf(answers, question.key);
  if (question.kind === 'check') return [`${value === true ? '[X]' : '[ ]'} ${question.label}`];
  if (question.kind === 'radio') return [question.label, `[X] ${textOf(answers, descKey(question.key))}`];
  // Month and year stand together under one label.
  if (/_(month|year)$/.test(question.key)) return [textOf(answers, descKey(question.key)) || String(value)];
  if (isChoice(question)) return [question.label, textOf(answers, descKey(question.key)) || String(value)];
  return [question.label, String(value)];
}

/** Every label and answer that these answers bring into the PDF, in page order, folded as the PDF's text is. */
export function expectedInPdf(
  answers: Answers,
): readonly { readonly key: string; readonly words: readonly string[] }[] {
  return PAGE_IDS.flatMap((page) => questionsOn(page, answers))
    .filter((question) => answerOf(answers, question.key) !== '')
    .map((question) => ({ key: question.key, words: wordsOf(question, answers).map(folded) }));
}
