import type { OfficeApplication } from '@firstyear/api-contract/desk';
import { useWords } from '@firstyear/ui/words.ts';
import { officeApplication } from '@firstyear/words/office-application';
import { useEventWords } from '../shared/event-words.ts';
import { ShortMoment } from '../shared/formats.tsx';
import styles from './application.module.css';

/** The audit trail of one application, oldest first. */
export function History({ application }: { readonly application: OfficeApplication }) {
  const words = useWords(officeApplication);
  const eventWords = useEventWords();
  return (
    <section id="history" aria-labelledby="history-title" className={styles.history}>
      <h2 id="history-title">{words.history}</h2>
      <ol>
        {application.history.map(({ at, kind, by, what, reason, state }) => (
          <li key={`${at} ${kind} ${by}`}>
            <ShortMoment at={at} />
            <span>
              {eventWords(kind)}
              {what && `: ${what}`}
              {state && ` (${eventWords(state)})`}
            </span>
            <span dir="auto">{eventWords(by)}</span>
            {reason && (
              <q dir="auto" className="quiet">
                {reason}
              </q>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
