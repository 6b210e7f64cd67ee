import { assign, changeLabels, type OfficeApplication } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { CloseButton } from '@firstyear/ui/close-button.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { showError } from '@firstyear/ui/toast-store.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../app/api.ts';
import { applicationQuery, choicesQuery } from '../app/queries.ts';
import { useSentence } from '../app/states.tsx';
import { colleagueName } from '../list/choice-words.ts';
import styles from './application.module.css';

/** Refetches an application and the lists after something about it has changed. */
export function useRefresh(id: string): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: applicationQuery(id).queryKey }),
      queries.invalidateQueries({ queryKey: ['applications'] }),
      queries.invalidateQueries({ queryKey: ['views'] }),
      queries.invalidateQueries({ queryKey: choicesQuery.queryKey }),
    ]);
}

interface ChangeableProps {
  readonly application: OfficeApplication;
  readonly canChange: boolean;
}

/** Whom an application is assigned to. */
export function Assigned({ application, canChange }: ChangeableProps) {
  const words = useWords(officeApplication);
  const sentence = useSentence();
  const { id, assigned_to } = application.row;
  const { data: choices } = useQuery(choicesQuery);
  const refresh = useRefresh(id);
  const assigning = useMutation({
    mutationFn: (to: string) => request(assign, { params: { id }, payload: { to: to === '' ? null : to } }),
    onSuccess: refresh,
    onError: (error) => showError(sentence(error)),
  });
  const name = colleagueName(choices, assigned_to, words.hasLeft);
  if (!canChange) return name || words.nobody;
  const colleagues = choices?.colleagues ?? [];
  const hasLeft = name !== '' && colleagues.every(({ id }) => id !== assigned_to);
  return (
    <select
      aria-label={words.assigned}
      className={styles.select}
      value={assigned_to ?? ''}
      onChange={(event) => assigning.mutate(event.currentTarget.value)}
    >
      <option value="">{words.nobody}</option>
      {hasLeft && <option value={assigned_to ?? ''}>{name}</option>}
      {colleagues.map((person) => (
        <option key={person.id} value={person.id}>
          {person.name}
        </option>
      ))}
    </select>
  );
}

/** The labels of an application; two people's changes merge on the server. */
export function Labels({ application, canChange }: ChangeableProps) {
  const words = useWords(officeApplication);
  const sentence = useSentence();
  const { id, labels = [] } = application.row;
  const { data: choices } = useQuery(choicesQuery);
  const refresh = useRefresh(id);
  const [text, setText] = useState('');
  const changing = useMutation({
    mutationFn: (payload: { readonly add: string[]; readonly remove: string[] }) =>
      request(changeLabels, { params: { id }, payload }),
    onSuccess: refresh,
    onError: (error) => showError(sentence(error)),
  });
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
          <TextInput
            aria-label={words.addLabel}
            placeholder={words.addLabel}
            list="known-labels"
            maxLength={40}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <datalist id="known-labels">
            {choices?.labels.map((label) => (
              <option key={label} value={label} />
            ))}
          </datalist>
          <Button type="submit" variant="secondary" busy={changing.isPending}>
            {words.add}
          </Button>
        </form>
      )}
    </div>
  );
}
