import { assign, changeLabels, type OfficeApplication, setStage } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { CloseButton } from '@firstyear/ui/close-button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../shared/api.ts';
import { assigneeOptions, choiceWords, colleagueName } from '../shared/choice-words.ts';
import { LabelInput, Options } from '../shared/fields.tsx';
import { useTyped } from '../shared/kept.ts';
import { applicationQuery, choicesQuery, useRefetch } from '../shared/queries.ts';
import { useAct } from '../shared/states.tsx';
import styles from './application.module.css';

/** Refetches an application and the lists after something about it has changed. */
export function useRefresh(id: string): () => Promise<unknown> {
  const queries = useQueryClient();
  const refetch = useRefetch();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: applicationQuery(id).queryKey }),
      refetch('applications', 'views', 'choices'),
    ]);
}

interface ChangeableProps {
  readonly application: OfficeApplication;
  readonly canChange: boolean;
}

/** The colleague that an application is assigned to. */
export function Assigned({ application, canChange }: ChangeableProps) {
  const words = useWords(officeApplication);
  const { id, assigned_to } = application.row;
  const { data: choices } = useQuery(choicesQuery);
  const assigning = useAct(
    (to: string) =>
      request(assign, { params: { id }, payload: { to: to === '' ? null : to, from: assigned_to ?? null } }),
    useRefresh(id),
  );
  const name = colleagueName(choices, assigned_to, words.hasLeft);
  if (!canChange) return name || words.nobody;
  const colleagues = assigneeOptions(choices);
  const isOther = name !== '' && colleagues.every(({ value }) => value !== assigned_to);
  return (
    <>
      <select
        aria-label={words.assigned}
        className={styles.select}
        value={assigned_to ?? ''}
        onChange={(event) => assigning.mutate(event.currentTarget.value)}
      >
        <option value="">{words.nobody}</option>
        {isOther && <option value={assigned_to ?? ''}>{name}</option>}
        <Options choices={colleagues} />
      </select>
      <span className={styles.printed}>{name || words.nobody}</span>
    </>
  );
}

/** Where an application stands; nothing where the office has no stages. */
export function Stage({ application, canChange }: ChangeableProps) {
  const words = useWords(officeApplication);
  const { id, stage = '', status } = application.row;
  const { data: choices } = useQuery(choicesQuery);
  const moving = useAct(
    (to: string) => request(setStage, { params: { id }, payload: { to, from: stage } }),
    useRefresh(id),
  );
  const stages = choices?.stages ?? [];
  const name = choiceWords(choices)('stages', stage) || words.noStage;
  if (!canChange || status === 'draft') return name;
  return (
    <>
      <select
        aria-label={words.stage}
        className={styles.select}
        value={stage}
        onChange={(event) => moving.mutate(event.currentTarget.value)}
      >
        <option value="">{words.noStage}</option>
        {stage !== '' && stages.every(({ value }) => value !== stage) && <option value={stage}>{name}</option>}
        <Options choices={stages} />
      </select>
      <span className={styles.printed}>{name}</span>
    </>
  );
}

/** The labels of an application; two people's changes merge on the server. */
export function Labels({ application, canChange }: ChangeableProps) {
  const words = useWords(officeApplication);
  const { id, labels = [] } = application.row;
  const [text, setText] = useTyped(`label ${id}`);
  const changing = useAct(
    (payload: { readonly add: string[]; readonly remove: string[] }) =>
      request(changeLabels, { params: { id }, payload }),
    useRefresh(id),
  );
  return (
    <div className={styles.labels}>
      {labels.length > 0 && (
        <ul>
          {labels.map((label) => (
            <li key={label} dir="auto">
              {label}
              {canChange && (
                <CloseButton
                  label={words.removeLabel({ label })}
                  onClick={() => changing.mutate({ add: [], remove: [label] })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {canChange && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const label = text.trim();
            if (label === '') return;
            changing.mutate({ add: [label], remove: [] }, { onSuccess: () => setText('') });
          }}
        >
          <LabelInput
            aria-label={words.addLabel}
            placeholder={words.addLabel}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="secondary" busy={changing.isPending}>
            {words.add}
          </Button>
        </form>
      )}
    </div>
  );
}
