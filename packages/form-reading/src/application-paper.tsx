import { labelsOf } from '@firstyear/form-engine';
import type { PartnerSite } from '@firstyear/partner-config';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { formatDay } from '@firstyear/words/format';
import { serviceView } from '@firstyear/words/service-view';
import styles from './application-paper.module.css';
import { applicantName, type ReadApplication } from './read-application.ts';
import { ReadPage } from './read-page.tsx';

interface ApplicationPaperProps {
  readonly application: ReadApplication;
  readonly partner: PartnerSite;
  /** Ids of the pages to draw; by default all that the partner prints. */
  readonly pages?: readonly string[];
}

export function ApplicationPaper({ application, partner, pages }: ApplicationPaperProps) {
  const words = useWords(serviceView);
  const language = useLanguage();
  const { form, answers, corrections = [] } = application;
  const ids = pages ?? partner.pdf_pages;
  const applicant = applicantName(form, answers);
  return (
    <main className={styles.paper}>
      <div className={styles.head}>
        <p lang="en" className={styles.partner}>
          {partner.pdf_name}
        </p>
        <p className={styles.title}>{partner.application_title}</p>
        {applicant !== '' && (
          <p className={styles.applicant} dir="auto">
            {applicant}
          </p>
        )}
        <p className={styles.facts}>{words.studentType({ type: partner.intended_student_type })}</p>
        {corrections.map(({ day, keys }) => (
          <p key={`${day} ${keys.join(' ')}`} className={styles.facts}>
            {words.corrected({
              day: formatDay(language, day),
              questions: labelsOf(form, keys),
            })}
          </p>
        ))}
      </div>
      {form.pages
        .filter(({ id }) => ids.includes(id))
        .map(({ id, title }) => (
          <article key={id} className={styles.page}>
            <h1 className={styles.heading}>{title}</h1>
            <ReadPage page={id} application={application} />
          </article>
        ))}
    </main>
  );
}
