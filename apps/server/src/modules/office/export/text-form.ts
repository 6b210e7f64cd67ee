import {
  answerOf,
  type Form,
  type FormState,
  type Item,
  isAnswered,
  isQuestion,
  isVisible,
  type Moment,
  paperLabelOf,
  type Question,
  traitsOf,
} from '@firstyear/form-engine';
import { paperLabelOfTab } from '@firstyear/form-engine/paper-table';
import type { PartnerConfig } from '@firstyear/partner-config';
import { ENGLISH } from '@firstyear/words';
import { officeExportFiles } from '@firstyear/words/office-export-files';
import { utcMoment } from '../../../process/utc-moment.ts';
import type { ExportedApplication } from './columns.ts';

interface Reading {
  readonly form: Form;
  readonly state: FormState;
  readonly moment: Moment;
}

const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
/** A heading above indented lines; empty without lines. */
const under = (heading: string | undefined, lines: readonly string[]) =>
  heading === undefined || lines.length === 0 ? lines : [heading, ...indent(lines)];

/** A question with its answer, and the questions that it carries. Empty if it wasn't asked. */
function questionLines(reading: Reading, question: Question): readonly string[] {
  const { form, state, moment } = reading;
  const field = form.byKey.get(question.key);
  if (!field || !isVisible(form, field, state, moment)) return [];
  const traits = traitsOf(question);
  const [first = '', ...more] = traits.toText(question, state.answers, moment, form.words).split('\n');
  const lines = [`${paperLabelOf(question)}: ${first}`.trimEnd(), ...indent(indent(more))];
  return [...lines, ...traits.carries(question).flatMap((carried) => questionLines(reading, carried))];
}

function itemLines(reading: Reading, item: Item): readonly string[] {
  const linesOf = (items: readonly Item[]) => items.flatMap((item) => itemLines(reading, item));
  if (isQuestion(item)) return questionLines(reading, item);
  switch (item.kind) {
    case 'section': {
      const lines = under(item.title, linesOf(item.items));
      return lines.length === 0 ? [] : ['', ...lines];
    }
    case 'group':
      return under(item.legend, linesOf(item.items));
    case 'row':
      return linesOf(item.questions);
    case 'check-group':
      return under(item.legend, linesOf(item.checks));
    case 'month-year':
      return under(item.legend, linesOf([item.month, item.year]));
    case 'conditional':
    case 'date-window':
      return linesOf(item.items);
    case 'tab-group':
      return item.tabs.flatMap((tab) => {
        const isAttached = (key: string) => isAnswered(answerOf(reading.state.answers, key));
        const label = paperLabelOfTab(reading.form, item.id, tab, isAttached);
        return under(`${item.legend}: ${label}`, linesOf(tab.items));
      });
    case 'repeater':
      return item.components.flatMap((component, index) => under(`${item.noun} ${index + 1}`, linesOf(component)));
    case 'notice':
      return [];
  }
}

/** An application as plain text: each question that was asked with its answer, in the order of its form. */
export function textForm(
  partner: PartnerConfig,
  exported: Pick<ExportedApplication, 'content' | 'form' | 'submission'> & {
    readonly application: Pick<ExportedApplication['application'], 'updated_at'>;
  },
): string {
  const { content, form, submission, application } = exported;
  const moment = utcMoment(submission?.submitted_at ?? application.updated_at);
  const state = { answers: content.answers, tabs: content.tabs, addAnother: content.add_another };
  const words = officeExportFiles.in(ENGLISH);
  const facts = submission
    ? [
        words.confirmationNumber({ number: submission.confirmation_number }),
        words.submitted({ moment: submission.submitted_at.toISOString() }),
      ]
    : [words.notSubmitted];
  const pages = form.pages
    .filter(({ id }) => partner.pdf_pages.includes(id))
    .flatMap(({ title, items }) => [
      '',
      '',
      title,
      '='.repeat(title.length),
      ...items.flatMap((item) => itemLines({ form, state, moment }, item)),
    ]);
  return `${[partner.application_title, partner.name, ...facts, ...pages].join('\n')}\n`;
}
