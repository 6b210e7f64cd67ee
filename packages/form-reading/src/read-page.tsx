import {
  answerOf,
  componentCount,
  type Group,
  holds,
  type Item,
  isAnswered,
  isQuestion,
  openTab,
  type Repeater,
  type Section,
  type TabGroup,
} from '@firstyear/form-engine';
import { type PaperTable, paperLabelOfTab, paperTableOf } from '@firstyear/form-engine/paper-table';
import { Deeper, Heading } from '@firstyear/ui/heading.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import type { WordsOf } from '@firstyear/words';
import { formPage } from '@firstyear/words/form-page';
import { serviceView } from '@firstyear/words/service-view';
import { Fragment, type ReactNode, useId } from 'react';
import { DateWindowView } from './date-window.tsx';
import { componentKey, countedQuestions, identityOf } from './item-identity.ts';
import styles from './paper.module.css';
import { AnswerTable, ReadAnswer } from './read-answer.tsx';
import { answerText, type ReadApplication } from './read-application.ts';
import {
  CheckGroupRead,
  MonthYearRead,
  QuestionRead,
  type ReadFrame,
  ReadViewProvider,
  useReadView,
} from './read-question.tsx';

function SectionRead({ section }: { readonly section: Section }) {
  const { frame, page } = useReadView();
  const ownId = useId();
  const headingId = frame?.anchorOf(page, section.id) ?? ownId;
  return (
    <section aria-labelledby={headingId}>
      <Heading id={headingId}>{section.title}</Heading>
      <Deeper>
        <Items items={section.items} />
      </Deeper>
    </section>
  );
}

function GroupRead({ group }: { readonly group: Group }) {
  if (group.legend === undefined) return <Items items={group.items} />;
  return (
    <div data-keep="">
      <Heading>{group.legend}</Heading>
      <Deeper>
        <Items items={group.items} />
      </Deeper>
    </div>
  );
}

function TabGroupRead({ group }: { readonly group: TabGroup }) {
  const { application, frame } = useReadView();
  const chosen = openTab(application.form, group.id, application.tabs);
  const tab = group.tabs.find(({ id }) => id === chosen);
  if (!tab) return null;
  const isAttached = (key: string) =>
    Object.hasOwn(application.documents, key) || isAnswered(answerOf(application.answers, key));
  return (
    <div data-keep="">
      {frame ? (
        <frame.Tab group={group}>
          <ReadAnswer label={group.legend}>{tab.label}</ReadAnswer>
        </frame.Tab>
      ) : (
        <AnswerTable>
          <ReadAnswer label={group.legend}>{paperLabelOfTab(application.form, group.id, tab, isAttached)}</ReadAnswer>
        </AnswerTable>
      )}
      <Items items={tab.items} />
    </div>
  );
}

/** Moves the legend of a component's leading group into the heading of the component. */
function joinHeadings(
  component: string,
  items: readonly Item[],
  words: WordsOf<typeof serviceView.texts>,
): readonly [heading: string, items: readonly Item[]] {
  const [first, ...others] = items;
  if (first === undefined || isQuestion(first) || first.kind !== 'group' || first.legend === undefined) {
    return [component, items];
  }
  const { legend, ...plain } = first;
  return [words.componentOf({ component, legend }), [plain, ...others]];
}

/** The shown components: a table, a list in a frame, or sections with headings. */
function RepeaterRead({ repeater }: { readonly repeater: Repeater }) {
  const words = useWords(formPage);
  const paperWords = useWords(serviceView);
  const { application, frame } = useReadView();
  const count = componentCount(application.form, repeater.id, application.addAnother);
  const shown = repeater.components.slice(0, count);
  const table = frame ? undefined : paperTableOf(repeater, count);
  if (table) return <ReadTable table={table} />;
  if (count === 1) {
    return (
      <div data-keep="">
        <Items items={shown[0] ?? []} />
      </div>
    );
  }
  const counted = frame && countedQuestions(repeater, words);
  if (counted) {
    return (
      <div data-keep="" data-list="">
        {counted.slice(0, count).map((items) => (
          <Fragment key={componentKey(items)}>
            <Items items={items} />
          </Fragment>
        ))}
      </div>
    );
  }
  return shown.map((component, position) => {
    const name = words.component({ noun: repeater.noun, number: position + 1 });
    const [heading, items] = joinHeadings(name, component, paperWords);
    return (
      <div key={componentKey(component)} data-keep="">
        <Heading>{heading}</Heading>
        <Deeper>
          <Items items={items} />
        </Deeper>
      </div>
    );
  });
}

/** One item of the form with its answers; notices are left out. */
function ItemRead({ item }: { readonly item: Item }): ReactNode {
  const { answers, moment } = useReadView().application;
  if (isQuestion(item)) return <QuestionRead question={item} />;
  switch (item.kind) {
    case 'section':
      return <SectionRead section={item} />;
    case 'group':
      return <GroupRead group={item} />;
    case 'row':
      return (
        <div data-keep="">
          {item.questions.map((question) => (
            <QuestionRead key={question.key} question={question} />
          ))}
        </div>
      );
    case 'check-group':
      return <CheckGroupRead group={item} />;
    case 'month-year':
      return <MonthYearRead pair={item} />;
    case 'conditional':
      return holds(item.when, answers) && <Items items={item.items} />;
    case 'tab-group':
      return <TabGroupRead group={item} />;
    case 'repeater':
      return <RepeaterRead repeater={item} />;
    case 'date-window':
      return (
        <DateWindowView item={item} moment={moment}>
          <Items items={item.items} />
        </DateWindowView>
      );
    case 'notice':
      return null;
  }
}

/** Whether an item is drawn as labels with answers, and not as a check mark. */
function isOfRows(item: Item): boolean {
  if (isQuestion(item)) return item.kind !== 'check';
  if (item.kind === 'row') return item.questions.every(isOfRows);
  return item.kind === 'month-year' || item.kind === 'check-group';
}

const draw = (item: Item) => <ItemRead key={identityOf(item)} item={item} />;

/** Items in order. On paper, successive labels with answers are one table. */
function Items({ items }: { readonly items: readonly Item[] }): ReactNode {
  const { frame } = useReadView();
  if (frame) return items.map(draw);
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

interface ReadPageProps {
  readonly application: ReadApplication;
  readonly page: string;
  /** Given where answers can be changed; undefined on paper. */
  readonly frame?: ReadFrame;
  /** Whether choices have their marks, [X] and [ ], as on paper. */
  readonly hasMarks?: boolean;
}

/** One page of the form with its answers as text, without the page's title. */
export function ReadPage({ application, page, frame, hasMarks = frame === undefined }: ReadPageProps) {
  const drawn = application.form.pages.find(({ id }) => id === page);
  return (
    <ReadViewProvider value={{ application, page, frame, hasMarks }}>
      <div className={frame ? frame.page : styles.page}>{drawn && <Items items={drawn.items} />}</div>
    </ReadViewProvider>
  );
}

/** The components of a repeater as a table with a numbered row for each. */
function ReadTable({ table }: { readonly table: PaperTable }) {
  const words = useWords(serviceView);
  const { application } = useReadView();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{words.componentNumber}</th>
          {table.columns.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((questions, position) => (
          <tr key={questions.map((question) => question.key).join(' ')}>
            <th scope="row">{position + 1}</th>
            {questions.map((question) => {
              const text = answerText(application, question);
              return (
                <td key={question.key} dir="auto" className={text === '' ? styles.none : undefined}>
                  {text || words.noAnswer}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
