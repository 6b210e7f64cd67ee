import {
  type CheckGroup,
  descKey,
  type MonthYear,
  paperLabelOf,
  type Question,
  type QuestionKind,
  type Tab,
  type TabGroup,
} from '@firstyear/form-engine';
import { paperTableOf } from '@firstyear/form-engine/paper-table';
import type { ReactNode } from 'react';
import { useAnswer } from '../answers/hooks.ts';
import { ChangeableAnswer, ChangeableRow } from './changeable-answer.tsx';
import { FormViewProvider, type Reading, useFormView } from './form-view.ts';
import paper from './paper.module.css';
import { AnswerTable, ReadAnswer, ReadChoices } from './read-answer.tsx';
import { ReadRows } from './read-rows.tsx';
import { ReadTable } from './read-table.tsx';
import review from './review.module.css';
import { isOfKind } from './widgets/kind-view.ts';
import { readerOf } from './widgets/readers.ts';

function AnswerOfKind<K extends QuestionKind>({ kind, question }: { readonly kind: K; readonly question: Question }) {
  const Reader = readerOf(kind);
  return isOfKind(question, kind) ? <Reader question={question} /> : null;
}

function QuestionRead({ question }: { readonly question: Question }) {
  return (
    <ChangeableAnswer keys={[question.key]} label={paperLabelOf(question)}>
      <AnswerOfKind kind={question.kind} question={question} />
    </ChangeableAnswer>
  );
}

function MonthYearRead({ pair }: { readonly pair: MonthYear }) {
  const month = String(useAnswer(pair.month.key));
  const monthName = String(useAnswer(descKey(pair.month.key))) || month;
  const year = String(useAnswer(pair.year.key));
  return (
    <ChangeableAnswer keys={[pair.month.key, pair.year.key]} label={pair.legend}>
      <ReadAnswer label={pair.legend}>{[monthName, year].filter((part) => part !== '').join(' ')}</ReadAnswer>
    </ChangeableAnswer>
  );
}

/** The choices lead to their question together. */
function CheckGroupRead({ group, children }: { readonly group: CheckGroup; readonly children: ReactNode }) {
  const view = useFormView();
  const [first, ...others] = group.checks.map(({ key }) => key);
  if (first === undefined) return null;
  return (
    <ChangeableAnswer keys={[first, ...others]} label={group.legend}>
      <FormViewProvider value={{ ...view, review: undefined }}>
        <ReadChoices label={group.legend}>{children}</ReadChoices>
      </FormViewProvider>
    </ChangeableAnswer>
  );
}

/** The tab that is open. Where answers are checked, whoever can open another one is led to the tabs. */
function TabRead({ group, tab }: { readonly group: TabGroup; readonly tab: Tab }) {
  const { review, isLoggedIn } = useFormView();
  if (!review) {
    return (
      <AnswerTable>
        <ReadAnswer label={group.legend}>{tab.paperLabel ?? tab.label}</ReadAnswer>
      </AnswerTable>
    );
  }
  const words = (
    <div data-answer="">
      <ReadAnswer label={group.legend}>{tab.label}</ReadAnswer>
    </div>
  );
  if (!isLoggedIn) return words;
  return (
    <ChangeableRow review={review} id={group.id} label={group.legend}>
      {words}
    </ChangeableRow>
  );
}

/** Answers as text, for the service view, paper and where they are checked before submitting. */
export const reading: Reading = {
  Question: QuestionRead,
  MonthYear: MonthYearRead,
  CheckGroup: CheckGroupRead,
  tableOf: paperTableOf,
  Table: ReadTable,
  Rows: ReadRows,
  Tab: TabRead,
  paper: paper.page,
  review: review.page,
};
