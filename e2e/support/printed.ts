import {
  type Answers,
  answerOf,
  isChoice,
  labelOf,
  optionsOf,
  paperLabelOf,
  type Question,
  toWrittenDay,
} from '@firstyear/form-engine';
import { paperTableOf } from '@firstyear/form-engine/paper-table';
import { questionsOn, stateWith } from './fill.ts';
import { removeWhitespace } from './pdf.ts';
import { form, now } from './product.ts';

/** A typed answer as the PDF shows it. */
function writtenAnswer(question: Question, answers: Answers): string {
  const value = String(answerOf(answers, question.key));
  return question.kind === 'date' ? toWrittenDay(value, form.words) : value;
}

/** The cell of a question in the table of its repeater, with the row's number before the first cell. */
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

/** One question in the tagged text of the PDF: its label and, right after it, its answer. */
function printedQuestion(question: Question, answers: Answers): string {
  const value = answerOf(answers, question.key);
  const mark = (isOn: boolean, label: string) => `${isOn ? '[X]' : '[ ]'} ${label}`;
  if (question.kind === 'check') return mark(value === true, paperLabelOf(question));
  // A month follows the label of the pair, and the year follows the month.
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

/** The questions that are missing in the tagged text of a PDF, which has to contain all of them in the order of the form. */
export function findMissing(answers: Answers, body: string): readonly string[] {
  let at = 0;
  return form.pages
    .flatMap(({ id }) => questionsOn(id, answers))
    .flatMap((question) => {
      const expected = removeWhitespace(printedQuestion(question, answers));
      const start = body.indexOf(expected, at);
      if (start < 0) return [`${question.key}: ${expected}`];
      at = start + expected.length;
      return [];
    });
}
