import {
  type Answers,
  answerOf,
  descKey,
  isChoice,
  labelOf,
  optionsOf,
  paperLabelOf,
  type Question,
  textOf,
  toWrittenDay,
} from '@firstyear/form-engine';
import { paperTableOf } from '@firstyear/form-engine/paper-table';
import { questionsOn, stateWith } from './fill.ts';
import { normalizeText, removeWhitespace } from './pdf.ts';
import { form, now } from './product.ts';

/** An answer that is typed, as people write it. */
function writtenAnswer(question: Question, answers: Answers): string {
  const value = String(answerOf(answers, question.key));
  return question.kind === 'date' ? toWrittenDay(value, form.words) : value;
}

/** What the PDF has to say about one question: its label and its answer as plain text. */
function wordsOf(question: Question, answers: Answers): readonly string[] {
  const value = answerOf(answers, question.key);
  if (question.kind === 'check') return [`${value === true ? '[X]' : '[ ]'} ${paperLabelOf(question)}`];
  if (question.kind === 'radio') return [paperLabelOf(question), `[X] ${textOf(answers, descKey(question.key))}`];
  // Month and year stand together under one label.
  if (/_(month|year)$/.test(question.key)) return [textOf(answers, descKey(question.key)) || String(value)];
  if (isChoice(question)) return [paperLabelOf(question), textOf(answers, descKey(question.key)) || String(value)];
  return [paperLabelOf(question), writtenAnswer(question, answers)];
}

/** Every label and answer that these answers bring into the PDF, in page order, normalizeText as the PDF's text is. */
export function listExpectedWords(
  answers: Answers,
): readonly { readonly key: string; readonly words: readonly string[] }[] {
  return form.pages
    .flatMap(({ id }) => questionsOn(id, answers))
    .filter((question) => answerOf(answers, question.key) !== '')
    .map((question) => ({ key: question.key, words: wordsOf(question, answers).map(normalizeText) }));
}

/** How a question stands in the table of its repeater: behind the number of its row, if it is the first of it. */
function cellOf(question: Question, answers: Answers): string | undefined {
  for (const gate of form.byKey.get(question.key)?.gates ?? []) {
    if (gate.kind !== 'component') continue;
    const repeater = form.repeaters.get(gate.repeater);
    const table = repeater && paperTableOf(repeater, stateWith(answers).addAnother[gate.repeater] ?? 1);
    const isFirst = table?.rows[gate.number - 1]?.[0]?.key === question.key;
    if (table) return `${isFirst ? gate.number : ''} ${writtenAnswer(question, answers) || '—'}`;
  }
  return undefined;
}

/** How one question stands in the tagged text of the PDF: its label and, right behind it, its answer. */
function printedQuestion(question: Question, answers: Answers): string {
  const value = answerOf(answers, question.key);
  const mark = (isOn: boolean, label: string) => `${isOn ? '[X]' : '[ ]'} ${label}`;
  if (question.kind === 'check') return mark(value === true, paperLabelOf(question));
  // A month stands behind the label of its pair, and the year behind the month.
  if (/_year$/.test(question.key)) return String(value);
  const chosen = isChoice(question) && value !== '' ? labelOf(question, String(value), answers, now()) : '';
  if (/_month$/.test(question.key)) return chosen;
  if (question.kind === 'file') return `${paperLabelOf(question)} —`;
  const cell = cellOf(question, answers);
  if (cell !== undefined) return cell;
  if (!isChoice(question)) return `${paperLabelOf(question)} ${writtenAnswer(question, answers) || '—'}`;
  const options = optionsOf(question, answers, now());
  if (question.kind !== 'radio' || options === 'text') {
    return `${paperLabelOf(question)} ${chosen || '—'}`;
  }
  return [paperLabelOf(question), ...options.map((option) => mark(option.value === value, option.label))].join(' ');
}

/** What is missing in the tagged text of a PDF, when every question has to stand there in the order of the form. */
export function findMissing(answers: Answers, body: string): readonly string[] {
  let at = 0;
  return form.pages
    .flatMap(({ id }) => questionsOn(id, answers))
    .flatMap((question) => {
      const expected = removeWhitespace(printedQuestion(question, answers));
      const found = body.indexOf(expected, at);
      if (found < 0) return [`${question.key}: ${expected}`];
      at = found + expected.length;
      return [];
    });
}
