import {
  ARRIVAL_MINUTES,
  chosenTerm,
  daysUntilClosing,
  extendTerm,
  termLabel,
  termStage,
} from '@firstyear/partner-config';
import { useValue } from '@firstyear/ui/hooks.ts';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { formatMoment } from '@firstyear/words/format';
import { terms } from '@firstyear/words/terms';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import { serverAhead } from '../api/server-time.ts';
import { useForm, usePartner } from '../partner-context.tsx';
import { useSnapshot } from '../session/hooks.ts';
import styles from './term-note.module.css';

const CLOSE_DAYS = 14;
const REFRESH_MS = 60_000;

/** The server's time, refreshed every minute; the device's until the first response. null on the first render, so that a prerendered page is the same at any time. */
function useNow(): number | null {
  const store = useAnswerStore();
  const [now, setNow] = useState<number | null>(null);
  useLayoutEffect(() => setNow(store.moment().now), [store]);
  useEffect(() => {
    const timer = setInterval(() => setNow(store.moment().now), REFRESH_MS);
    return () => clearInterval(timer);
  }, [store]);
  const ahead = useValue(serverAhead);
  return now === null ? null : now + ahead;
}

/**
 * The applicant's deadline for the chosen term, and what happens then. isAlways: also outside of its last two weeks, while it is open.
 */
export function TermNote({ isAlways = false }: { readonly isAlways?: boolean }) {
  const partner = usePartner();
  const form = useForm();
  const words = useWords(terms);
  const language = useLanguage();
  const { extended_until } = useSnapshot();
  const chosen = useFromStore((store) => chosenTerm(partner, store.form, store.getState().answers));
  const now = useNow();
  if (chosen === undefined || now === null) return null;
  const term = extendTerm(chosen, extended_until);
  const stage = termStage(term, now);
  const days = daysUntilClosing(partner, term, now);
  const isNear = days <= CLOSE_DAYS;
  if (stage === 'open' && !isNear && !isAlways) return null;
  const label = termLabel(form, term);
  const at = (time: string) => ({ term: label, moment: formatMoment(language, partner.time_zone, new Date(time)) });
  const closes = at(term.closes);
  const text = () => {
    switch (stage) {
      case 'not_open':
        return words.notOpen(at(term.opens));
      case 'late':
        return words.late(closes);
      case 'closed':
        return (
          <>
            <span>{words.closed(closes)}</span> <a href={`mailto:${partner.help_email}`}>{partner.help_email}</a>
          </>
        );
      case 'open':
        return (
          <>
            {isNear && <strong>{`${days === 0 ? words.lastDay : words.daysLeft({ count: days })} `}</strong>}
            <span>{`${words.open(closes)} ${term.late === 'accepted' ? words.thenAccepted : words.thenRefused}`}</span>
            {isAlways && isNear && <span>{` ${words.counts({ minutes: ARRIVAL_MINUTES })}`}</span>}
          </>
        );
    }
  };
  return (
    <p className={styles.note} data-stage={stage} data-near={isNear || undefined}>
      {text()}
    </p>
  );
}
