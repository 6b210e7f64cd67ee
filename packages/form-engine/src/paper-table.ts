import { type Item, isQuestion, type Repeater, type Tab } from './form.ts';
import type { Form } from './index-form.ts';
import { type Question, traitsOf } from './kinds/index.ts';
import { paperLabelOf } from './question.ts';
import { documentsOfTab } from './visibility.ts';

const MAX_COLUMNS = 3;

function cellsOf(items: readonly Item[]): readonly Question[] | undefined {
  const cells: Question[] = [];
  for (const item of items) {
    if (isQuestion(item)) cells.push(item);
    else if (item.kind === 'row') cells.push(...item.questions);
    else return undefined;
  }
  return cells.length <= MAX_COLUMNS && cells.every((question) => traitsOf(question).fitsColumn) ? cells : undefined;
}

/** A repeater as a table: the label of each column, and the questions of each component in this order. */
export interface PaperTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Question[])[];
}

/**
 * The first components of a repeater as a table for paper; undefined for a single one, for components that don't fit into a
 * table, and for components that differ.
 */
export function paperTableOf(repeater: Repeater, count: number): PaperTable | undefined {
  const rows = repeater.components.slice(0, count).map(cellsOf);
  const whole = rows.filter((row) => row !== undefined);
  const [first] = whole;
  if (!first || rows.length < 2 || whole.length < rows.length) return undefined;
  const columns = first.map(paperLabelOf);
  const isAlike = whole.every(
    (row) => row.length === columns.length && row.every((cell, place) => paperLabelOf(cell) === columns[place]),
  );
  return isAlike ? { columns, rows: whole } : undefined;
}

/** The label of a chosen tab on paper: the one for paper says that its documents are there. */
export function paperLabelOfTab(form: Form, group: string, tab: Tab, isAttached: (key: string) => boolean): string {
  const documents = documentsOfTab(form, group, tab.id);
  const isTrue = documents.length === 0 || documents.some(({ key }) => isAttached(key));
  return (isTrue ? tab.paperLabel : undefined) ?? tab.label;
}
