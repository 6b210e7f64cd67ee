import { type Item, isQuestion } from '@firstyear/form-engine';
import type { ReactNode } from 'react';
import { identityOf } from './item-identity.ts';
import { AnswerTable } from './read-answer.tsx';

/** Whether an item is drawn as labels with answers. A check is one mark with its words. */
function isOfRows(item: Item): boolean {
  if (isQuestion(item)) return item.kind !== 'check';
  if (item.kind === 'row') return item.questions.every(isOfRows);
  return item.kind === 'month-year' || item.kind === 'check-group';
}

/** Items on paper. Labels with answers that follow each other are one table. */
export function ReadRows({
  items,
  draw,
}: {
  readonly items: readonly Item[];
  readonly draw: (item: Item) => ReactNode;
}) {
  const runs: [Item, ...Item[]][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last && isOfRows(last[0]) && isOfRows(item)) last.push(item);
    else runs.push([item]);
  }
  return runs.map((run) =>
    isOfRows(run[0]) ? <AnswerTable key={identityOf(run[0])}>{run.map(draw)}</AnswerTable> : run.map(draw),
  );
}
