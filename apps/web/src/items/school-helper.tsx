import type { ResponseOf } from '@firstyear/api-contract/call';
import { helperAgain, helperState } from '@firstyear/api-contract/school-helper';
import { Button } from '@firstyear/ui/button.tsx';
import { useAction } from '@firstyear/ui/hooks.ts';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { formatDate, formatTime } from '@firstyear/words/format';
import { schoolHelper } from '@firstyear/words/school-helper';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../api/client.ts';
import { createPart } from '../api/create-part.ts';
import { showFailure } from '../api/errors.ts';
import { useQueryClient } from '../api/queries.ts';
import { serverAhead } from '../api/server-time.ts';
import { usePartner } from '../partner-context.tsx';
import styles from './items.module.css';

const REFRESH_MS = 15_000;

/** Loaded once it is asked for: few applicants ask somebody else. */
const askForm = createPart(async () => (await import('./ask-form.tsx')).AskForm);

type State = ResponseOf<typeof helperState>;
type Helper = NonNullable<State['helper']>;

/** What became of asking this helper, in words for the applicant. */
function useStanding({ name, email, state, mailed_at }: Helper): string {
  const words = useWords(schoolHelper);
  const language = useLanguage();
  const { time_zone: timeZone } = usePartner();
  const who = name === '' ? email : name;
  const to = name === '' ? email : `${name} (${email})`;
  switch (state) {
    case 'open':
      if (mailed_at === null) return words.notMailed({ to });
      return words.mailed({ to, day: formatDate(language, timeZone, new Date(mailed_at)) });
    case 'sent':
      return words.sent({ name: who });
    case 'declined':
      return words.declined({ name: who });
    case 'wrong_person':
      return words.wrongPerson({ name: who });
  }
}

interface PartProps {
  readonly onChange: (state: State) => void;
}

function Again({ helper, onChange }: PartProps & { readonly helper: Helper }) {
  const words = useWords(schoolHelper);
  const language = useLanguage();
  const sending = useAction(async () => {
    try {
      onChange(await request(helperAgain));
    } catch (error) {
      showFailure(error);
    }
  });
  const from = new Date(helper.again_at);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  if (from.getTime() > now + serverAhead.get())
    return <p className={styles.soft}>{words.againAt({ time: formatTime(language, from) })}</p>;
  return (
    <Button variant="secondary" busy={sending.isBusy} onClick={() => void sending.run()}>
      {words.again}
    </Button>
  );
}

/** Whom the applicant asks for the papers of the school, with the ways to ask again or somebody else. */
function Asked({ state: { helper }, onChange }: PartProps & { readonly state: State }) {
  const words = useWords(schoolHelper);
  const [isAsking, setIsAsking] = useState(false);
  const opening = useAction(async () => {
    try {
      await askForm.load();
      setIsAsking(true);
    } catch (error) {
      showFailure(error);
    }
  });
  const AskForm = isAsking && askForm.loaded();
  return (
    <>
      {helper ? <Standing helper={helper} /> : <p>{words.nobody}</p>}
      {AskForm ? (
        <AskForm email={helper?.right_email ?? ''} onChange={onChange} onClose={() => setIsAsking(false)} />
      ) : (
        helper?.state !== 'sent' && (
          <div className={`row ${styles.acts}`}>
            {helper && helper.state !== 'wrong_person' && <Again helper={helper} onChange={onChange} />}
            <Button variant="secondary" busy={opening.isBusy} onClick={() => void opening.run()}>
              {helper ? words.askOther : words.ask}
            </Button>
          </div>
        )
      )}
    </>
  );
}

const Standing = ({ helper }: { readonly helper: Helper }) => <p role="status">{useStanding(helper)}</p>;

/** A card below the items, if the school has something to send. It is read again when these states of its items change. */
export function SchoolHelper({ states }: { readonly states: string }) {
  const words = useWords(schoolHelper);
  const queries = useQueryClient();
  const queryKey = ['helper', states];
  const queryFn = () => request(helperState);
  const placeholderData = keepPreviousData;
  const { data } = useQuery({ queryKey, queryFn, placeholderData, refetchOnWindowFocus: 'always' }, queries);
  if (!data?.may_ask) return null;
  return (
    <section className={styles.item} aria-labelledby="school-helper">
      <h3 id="school-helper" className={styles.title}>
        {words.title}
      </h3>
      <Asked state={data} onChange={(state) => queries.setQueryData(queryKey, state)} />
    </section>
  );
}
