import { dayAt } from '@firstyear/application-form';
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../api/queries.ts';
import { usePartner } from '../partner-context.tsx';
import { PdfDownload } from '../pdf-download/pdf-download.tsx';
import { useDocumentTitle } from '../shell/document-title.ts';
import { Footer } from '../shell/footer.tsx';
import { Header } from '../shell/header.tsx';
import { shellText } from '../text/shell.ts';
import { Card } from '../ui/card.tsx';
import { ExternalLink } from '../ui/external-link.tsx';
import styles from './completion.module.css';

function Receipt() {
  const partner = usePartner();
  const { data: profile } = useQuery({ ...profileQuery, enabled: false });
  const words = shellText.completion;
  if (!profile?.confirmation_number) return null;
  return (
    <dl className={styles.receipt}>
      <div>
        <dt>{words.confirmationNumber}</dt>
        <dd className={styles.number}>{profile.confirmation_number}</dd>
      </div>
      {profile.submitted_at && (
        <div>
          <dt>{words.submittedAt}</dt>
          <dd>{dayAt(partner, new Date(profile.submitted_at))}</dd>
        </div>
      )}
    </dl>
  );
}

function Steps() {
  const partner = usePartner();
  const words = shellText.completion;
  const { act, sat, toefl } = partner.test_board_urls;
  const boards = [
    { name: words.testBoards.act, url: act },
    { name: words.testBoards.sat, url: sat },
    { name: words.testBoards.toefl, url: toefl },
  ];
  return (
    <section aria-labelledby="steps" className={styles.section}>
      <h2 id="steps" className={styles.heading}>
        {shellText.banner.submitted}
      </h2>
      <ol className={styles.steps}>
        {partner.completion_steps.map((step) => (
          <li key={step.title}>
            <h3 className={styles.step}>{step.title}</h3>
            <p>{step.text}</p>
            {step.href && <a href={step.href}>{step.href}</a>}
          </li>
        ))}
      </ol>
      <p className={styles.codes}>
        {words.codes(partner.act_code, partner.sat_code)} {words.orderFrom}{' '}
        {boards.map(({ name, url }, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <ExternalLink href={url}>{name}</ExternalLink>
          </span>
        ))}
        .
      </p>
    </section>
  );
}

/** What a submitted applicant sees: the submitted banner with its steps, and the copy (AMB-031). */
export function CompletionPage() {
  const partner = usePartner();
  const words = shellText.completion;
  useDocumentTitle(words.title);
  return (
    <div className={styles.layout}>
      <Header />
      <main className={styles.main}>
        <div className={styles.event}>
          <svg className={styles.seal} viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
            <circle cx="24" cy="24" r="22.5" fill="none" stroke="currentColor" strokeWidth="3" />
            <path
              d="M14 25l7 7 13-15"
              fill="none"
              stroke="currentColor"
              strokeWidth="4"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          <h1 className={styles.title}>{words.title}</h1>
          <p className={styles.lead}>{words.text(partner.name)}</p>
          <Receipt />
        </div>
        <Steps />
        <Card aria-labelledby="copy" className={styles.copy}>
          <h2 id="copy" className={styles.heading}>
            {words.copyTitle}
          </h2>
          <p>{words.copyText}</p>
          <PdfDownload />
        </Card>
      </main>
      <Footer />
    </div>
  );
}
