import type { OfficeApplication } from '@firstyear/api-contract/desk';
import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { officeList } from '@firstyear/words/office-list';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { choiceWords } from '../shared/choice-words.ts';
import { useFormats } from '../shared/formats.tsx';
import { choicesQuery, useMe } from '../shared/queries.ts';
import styles from './application.module.css';
import { Assigned, Labels, Stage } from './labels.tsx';

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

/** The most important facts about an application. */
export function Summary({ application }: { readonly application: OfficeApplication }) {
  const words = useWords(officeApplication);
  const list = useWords(officeList);
  const { date, day, moment } = useFormats();
  const me = useMe();
  const { data: choices } = useQuery(choicesQuery);
  const wordOf = choiceWords(choices);
  const { row, earlier_submissions, looked_at } = application;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [list.column.born, day(row.birth_date)],
    [list.column.email, row.email],
    [list.column.school, [row.school, row.school_state].filter(Boolean).join(', ')],
    [list.column.term, wordOf('terms', row.term)],
    [list.column.major, wordOf('majors', row.major)],
    [list.column.state, wordOf('states', row.state)],
    [list.column.residence, row.residence && list.residence[row.residence]],
    [list.column.language, row.language ? list.language[row.language] : undefined],
  ];
  const reopened = earlier_submissions.filter(({ changed_keys }) => changed_keys === undefined);
  const lastReopened = reopened.at(-1);
  const corrected = earlier_submissions.findLast(({ changed_keys }) => changed_keys !== undefined);
  return (
    <section id="summary" aria-labelledby="summary-title" className={styles.summary}>
      <h2 id="summary-title">{words.summary}</h2>
      <dl>
        {facts.map(([label, value]) =>
          value ? (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ) : null,
        )}
        <Fact label={words.assigned}>
          <Assigned application={application} canChange={me.rights.includes('assign')} />
        </Fact>
        {choices && choices.stages.length > 0 && (
          <Fact label={words.stage}>
            <Stage application={application} canChange={me.rights.includes('assign')} />
          </Fact>
        )}
        {(me.rights.includes('assign') || (row.labels ?? []).length > 0) && (
          <Fact label={words.labels}>
            <Labels application={application} canChange={me.rights.includes('assign')} />
          </Fact>
        )}
      </dl>
      {row.is_test && <p className="quiet">{words.testAccount}</p>}
      {row.status === 'draft' && row.changed_at && (
        <p>{words.lastPage({ page: wordOf('pages', row.last_page), day: date(row.changed_at) })}</p>
      )}
      {row.extended_until && <p>{words.extended({ moment: moment(row.extended_until) })}</p>}
      {lastReopened && <p>{words.earlier({ count: reopened.length, day: date(lastReopened.reopened_at) })}</p>}
      {corrected && <p>{words.lastCorrected({ day: date(corrected.reopened_at) })}</p>}
      {looked_at.length > 0 && (
        <p className="quiet">{words.lookedAtBy({ names: looked_at.map(({ name }) => name).join(', ') })}</p>
      )}
    </section>
  );
}
