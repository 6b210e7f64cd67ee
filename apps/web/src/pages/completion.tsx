import { filePaths } from '@firstyear/api-contract/file-paths';
import { attachedDocuments, type Form, indexForm } from '@firstyear/form-engine';
import { chosenTerm, completionSteps, neededItems, type PartnerConfig, termLabel } from '@firstyear/partner-config';
import { Breakable } from '@firstyear/ui/breakable.tsx';
import { Card } from '@firstyear/ui/card.tsx';
import { ExternalLink } from '@firstyear/ui/link.tsx';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { completion } from '@firstyear/words/completion';
import { formatDay, formatMoment } from '@firstyear/words/format';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useFromStore } from '../answers/hooks.ts';
import { documentAnswersQuery, useQueryClient } from '../api/queries.ts';
import { Items } from '../items/items.tsx';
import { useItems } from '../items/use-items.ts';
import { useLocation } from '../location.tsx';
import { useForm, usePartner } from '../partner-context.tsx';
import { PdfDownload } from '../pdf-download/pdf-download.tsx';
import { useSnapshot, useVisit } from '../session/hooks.ts';
import { beginAtHeading, useDocumentTitle } from '../shell/focus-heading.ts';
import { Footer } from '../shell/footer.tsx';
import { Header } from '../shell/header.tsx';
import styles from './completion.module.css';
import layout from './form-page.module.css';

interface PartnerProps {
  readonly partner: PartnerConfig;
}

function useSubmittedForm(): Form {
  const today = useForm();
  const submitted = useVisit().receipt?.form;
  return useMemo(() => (submitted === undefined ? today : indexForm(submitted, today.words)), [submitted, today]);
}

function Receipt() {
  const language = useLanguage();
  const partner = usePartner();
  const form = useSubmittedForm();
  const { is_logged_in } = useSnapshot();
  const answers = useFromStore((store) => store.getState().answers);
  const { receipt } = useVisit();
  const { data: documents } = useQuery({ ...documentAnswersQuery, enabled: is_logged_in }, useQueryClient());
  const words = useWords(completion);
  if (!receipt) return null;
  const term = chosenTerm(partner, form, answers);
  const attached = attachedDocuments(form, answers);
  return (
    <dl className={styles.receipt}>
      <div>
        <dt>{words.confirmationNumber}</dt>
        <dd className={styles.number}>{receipt.confirmation_number}</dd>
      </div>
      {receipt.submitted_at && (
        <div>
          <dt>{words.submittedAt}</dt>
          <dd>{formatMoment(language, partner.time_zone, new Date(receipt.submitted_at))}</dd>
        </div>
      )}
      {term && (
        <div>
          <dt>{words.term}</dt>
          <dd>{termLabel(form, term)}</dd>
        </div>
      )}
      {attached.map(({ key, label }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{documents?.[key]?.file_name ?? words.attached}</dd>
        </div>
      ))}
    </dl>
  );
}

function Dates({ partner }: PartnerProps) {
  const language = useLanguage();
  const form = useSubmittedForm();
  const term = useFromStore((store) => chosenTerm(partner, form, store.getState().answers));
  const words = useWords(completion);
  if (term === undefined || term.dates.length === 0) return null;
  return (
    <section aria-labelledby="dates" className={styles.section}>
      <h2 id="dates" className={styles.heading}>
        {words.datesTitle}
      </h2>
      <ul className={styles.dates}>
        {term.dates.map(({ day, title, text }) => (
          <li key={`${day} ${title}`}>
            <time dateTime={day} className={styles.day}>
              {formatDay(language, day)}
            </time>
            <span>
              {title}
              {text && <span className={styles.note}>{text}</span>}
            </span>
          </li>
        ))}
      </ul>
      <a className={styles.calendar} href={filePaths.calendar} download>
        {words.calendar}
      </a>
    </section>
  );
}

function Steps({ partner }: PartnerProps) {
  const answers = useFromStore((store) => store.getState().answers);
  const words = useWords(completion);
  const itemsQuery = useItems();
  const hasItems = (itemsQuery.data?.items.length ?? 0) > 0;
  const needed = neededItems(partner, answers).map(({ id }) => id);
  // An item says more than its step.
  const steps = completionSteps(partner, answers).filter(
    ({ items = [] }) => !hasItems || !items.some((id) => needed.includes(id)),
  );
  const { act, sat, toefl } = partner.test_board_urls;
  const boards = [
    { name: words.testBoards.act, url: act },
    { name: words.testBoards.sat, url: sat },
    { name: words.testBoards.toefl, url: toefl },
  ];
  return (
    <section aria-labelledby="steps" className={styles.section}>
      <h2 id="steps" className={styles.heading}>
        {words.steps}
      </h2>
      <Items query={itemsQuery} hasList={(partner.items ?? []).length > 0} />
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.title}>
            <h3 className={styles.step}>{step.title}</h3>
            <p>{step.text}</p>
            {step.href && <a href={step.href}>{step.href}</a>}
          </li>
        ))}
      </ol>
      <p className={`quiet ${styles.codes}`}>
        {words.codes({ act: partner.act_code, sat: partner.sat_code })} {words.orderFrom}{' '}
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

/** After submitting, the page starts at the top with the confirmation. */
function useArrival(): void {
  const visit = useVisit();
  const location = useLocation();
  useEffect(() => {
    if (visit.hasArrived) beginAtHeading(location);
  }, [visit, location]);
}

/** The page after submission: the banner, the next steps, and the copy (AMB-031). */
export function CompletionPage({ partner }: PartnerProps) {
  const { username } = useSnapshot();
  const words = useWords(completion);
  useDocumentTitle(words.title);
  useArrival();
  return (
    <div className={layout.layout}>
      <Header />
      <main className={`${layout.main} ${styles.main}`}>
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
          <h1 className={styles.title} tabIndex={-1}>
            {words.title}
          </h1>
          <p className={styles.lead}>
            <Breakable>{words.thanks({ university: partner.name, email: username || words.yourAddress })}</Breakable>
          </p>
          <Receipt />
        </div>
        <Steps partner={partner} />
        <Dates partner={partner} />
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
