import { attachedDocuments } from '@firstyear/form-engine';
import type { PartnerSite } from '@firstyear/partner-config';
import { useWords } from '@firstyear/ui/words.ts';
import { serviceView } from '@firstyear/words/service-view';
import styles from './application-paper.module.css';
import { applicantName, type ReadApplication } from './read-application.ts';
import { ReadPage } from './read-page.tsx';

/** The divider before each uploaded document of a packet. */
function Dividers({ form, answers }: Pick<ReadApplication, 'form' | 'answers'>) {
  const words = useWords(serviceView);
  const attached = attachedDocuments(form, answers);
  return attached.map((question, position) => (
    <article key={question.key} className={styles.divider}>
      <p className={styles.partner}>{words.document({ number: position + 1, documents: attached.length })}</p>
      <h1 className={styles.title}>{question.label}</h1>
      <p className={styles.applicant} dir="auto">
        {applicantName(form, answers)}
      </p>
      <p className={styles.facts}>{words.documentFollows}</p>
    </article>
  ));
}

interface ApplicationPaperProps {
  readonly application: ReadApplication;
  readonly partner: PartnerSite;
  /** Ids of the pages to draw; by default all that the partner prints. */
  readonly pages?: readonly string[];
  /** Whether it has a divider for each document. */
  readonly isPacket?: boolean;
}

/** One application, drawn for paper. */
export function ApplicationPaper({ application, partner, pages, isPacket = false }: ApplicationPaperProps) {
  const words = useWords(serviceView);
  const { form, answers } = application;
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
      </div>
      {form.pages
        .filter(({ id }) => ids.includes(id))
        .map(({ id, title }) => (
          <article key={id} className={styles.page}>
            <h1 className={styles.heading}>{title}</h1>
            <ReadPage page={id} application={application} />
          </article>
        ))}
      {isPacket && <Dividers form={form} answers={answers} />}
    </main>
  );
}
