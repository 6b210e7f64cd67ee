import type { OfficeApplication } from '@firstyear/api-contract/desk';
import { ReadPage } from '@firstyear/form-reading/read-page.tsx';
import { Deeper } from '@firstyear/ui/heading.tsx';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { formatMoment } from '@firstyear/words/format';
import { officeApplication } from '@firstyear/words/office-application';
import { useState } from 'react';
import { usePartner } from '../app/partner.ts';
import { useMe } from '../app/queries.ts';
import { answersOf } from './answer-pages.tsx';
import styles from './application.module.css';

type Earlier = OfficeApplication['earlier_submissions'][number];

/** One submission that was set aside; its answers are drawn once somebody opens it. */
function EarlierSubmission({ earlier }: { readonly earlier: Earlier }) {
  const words = useWords(officeApplication);
  const language = useLanguage();
  const me = useMe();
  const { form } = usePartner();
  const [isOpen, setIsOpen] = useState(false);
  const moment = (at: string) => formatMoment(language, me.time_zone, new Date(at));
  const read = answersOf(earlier, earlier.documents, form);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {words.earlierOf({ submitted: moment(earlier.submitted_at), reopened: moment(earlier.reopened_at) })}
      </summary>
      {isOpen &&
        read.form.pages.map(({ id, title }) => (
          <div key={id}>
            <h3>{title}</h3>
            <Deeper>
              <ReadPage page={id} application={read} />
            </Deeper>
          </div>
        ))}
    </details>
  );
}

/** What was sent before the application was reopened, as it was sent. */
export function EarlierSubmissions({ submissions }: { readonly submissions: readonly Earlier[] }) {
  const words = useWords(officeApplication);
  if (submissions.length === 0) return null;
  return (
    <section id="earlier" aria-labelledby="earlier-title" className={styles.earlier}>
      <h2 id="earlier-title">{words.earlierTitle}</h2>
      {submissions.map((earlier) => (
        <EarlierSubmission key={earlier.reopened_at} earlier={earlier} />
      ))}
    </section>
  );
}
