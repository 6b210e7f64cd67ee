import { type OfficeApplication, openSealed } from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { useState } from 'react';
import { request } from '../shared/api.ts';
import { useTyped } from '../shared/kept.ts';
import styles from './application.module.css';
import { useRefresh } from './labels.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface SealedAnswersProps {
  readonly application: OfficeApplication;
  readonly canOpen: boolean;
}

/** Encrypted answers: masked, and opened one at a time, with a reason that is recorded. */
export function SealedAnswers({ application, canOpen }: SealedAnswersProps) {
  const words = useWords(officeApplication);
  const { id } = application.row;
  const refresh = useRefresh(id);
  const [requestedKey, setRequestedKey] = useTyped(`sealed ${id}`);
  const requested = application.sealed.find(({ key }) => key === requestedKey);
  const [opened, setOpened] = useState<Readonly<Record<string, string>>>({});
  return (
    <section aria-labelledby="sealed-title" className={styles.summary}>
      <h2 id="sealed-title">{words.sealed}</h2>
      <p className="quiet">{words.sealedText}</p>
      <dl>
        {application.sealed.map((sealed) => (
          <div key={sealed.key}>
            <dt>{sealed.label}</dt>
            <dd>
              <span>{opened[sealed.key] ?? sealed.masked}</span>{' '}
              {canOpen && opened[sealed.key] === undefined && (
                <Button variant="quiet" onClick={() => setRequestedKey(sealed.key)}>
                  {words.openSealed}
                </Button>
              )}
              {opened[sealed.key] !== undefined && (
                <Button variant="quiet" onClick={() => setOpened(({ [sealed.key]: _hidden, ...others }) => others)}>
                  {words.hide}
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {requested && (
        <ReasonDialog
          name={`${requested.key} ${id}`}
          title={words.openSealedTitle({ label: requested.label })}
          confirm={words.confirm}
          onClose={() => setRequestedKey('')}
          onConfirm={async (reason) => {
            const { value } = await request(openSealed, { params: { id }, payload: { key: requested.key, reason } });
            setOpened((before) => ({ ...before, [requested.key]: String(value) }));
            await refresh();
          }}
        />
      )}
    </section>
  );
}
