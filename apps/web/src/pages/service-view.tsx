import { paths } from '@firstyear/api-contract';
import {
  type Answers,
  attachedDocuments,
  descKey,
  type Form,
  indexForm,
  textOf,
  textOfRole,
} from '@firstyear/form-engine';
import { useValue } from '@firstyear/ui/hooks.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { serviceView } from '@firstyear/words/service-view';
import { useEffect, useMemo } from 'react';
import { type AnswerStore, createAnswerStore } from '../answers/answer-store.ts';
import { AnswerStoreProvider } from '../answers/hooks.ts';
import { useApplicationLoad } from '../flows/load-application.ts';
import type { ServiceApplication } from '../flows/load-steps.ts';
import { FormRenderer } from '../form/form-renderer.tsx';
import { reading } from '../form/reading.tsx';
import { PartnerProvider, useForm, usePartner } from '../partner-context.tsx';
import { formFeatures } from './form-features.ts';
import styles from './service-view.module.css';

/** Says that the document is whole: fonts are here and the page is drawn. On paper the page says so from the start. */
function useReadyMark(): void {
  useEffect(() => {
    let isGone = false;
    void document.fonts.ready.then(() => {
      requestAnimationFrame(() => {
        if (!isGone) document.documentElement.dataset.ready = 'true';
      });
    });
    return () => {
      isGone = true;
    };
  }, []);
}

const NAME_ROLES = ['given_name', 'middle_name', 'family_name'] as const;

function wholeName(form: Form, answers: Answers): string {
  const suffix = textOf(answers, descKey(form.roles.name_suffix ?? ''));
  const parts = [...NAME_ROLES.map((role) => textOfRole(form, answers, role)), suffix];
  return parts.filter((part) => part !== '').join(' ');
}

/** A sheet before each uploaded document of the packet for the office. */
function Dividers({ form, answers }: { readonly form: Form; readonly answers: Answers }) {
  const words = useWords(serviceView);
  const attached = attachedDocuments(form, answers);
  return attached.map((question, position) => (
    <article key={question.key} className={styles.divider}>
      <p className={styles.partner}>{words.document({ number: position + 1, documents: attached.length })}</p>
      <h1 className={styles.title}>{question.label}</h1>
      <p className={styles.applicant} dir="auto">
        {wholeName(form, answers)}
      </p>
      <p className={styles.facts}>{words.documentFollows}</p>
    </article>
  ));
}

/** The answers by the form that they were submitted with; nothing where that is today's. */
function releasedWith({ application }: ServiceApplication, today: Form): AnswerStore | undefined {
  const { form, answer, tabs, add_another } = application;
  if (form === undefined) return undefined;
  const store = createAnswerStore(indexForm(form, today.words), () => new Date());
  store.loadSaved(answer, { keepTyped: false });
  store.setTabs(tabs);
  store.setAddAnother(add_another);
  return store;
}

/** The read-only view of one application: paper, without any chrome. */
export function ServiceView({ pathname }: { readonly pathname: string }) {
  const partner = usePartner();
  const today = useForm();
  const service = useValue(useApplicationLoad().service);
  const released = useMemo(() => service && releasedWith(service, today), [service, today]);
  if (!released) return <Paper pathname={pathname} />;
  return (
    <PartnerProvider partner={partner} form={released.form}>
      <AnswerStoreProvider value={released}>
        <Paper pathname={pathname} />
      </AnswerStoreProvider>
    </PartnerProvider>
  );
}

function Paper({ pathname }: { readonly pathname: string }) {
  const words = useWords(serviceView);
  const partner = usePartner();
  const form = useForm();
  const service = useValue(useApplicationLoad().service);
  useReadyMark();
  useEffect(() => {
    document.title = `${partner.application_title} - ${partner.pdf_name}`;
  }, [partner]);
  if (!service) return null;
  const all = form.pages.filter((page) => partner.pdf_pages.includes(page.id));
  const shown = service.prints !== 'page' ? all : form.pages.filter((page) => paths.page(page.id) === pathname);
  const applicant = wholeName(form, service.application.answer);
  return (
    <main className={styles.paper}>
      <div className={styles.head}>
        <p className={styles.partner}>{partner.pdf_name}</p>
        <p className={styles.title}>{partner.application_title}</p>
        {applicant !== '' && (
          <p className={styles.applicant} dir="auto">
            {applicant}
          </p>
        )}
        <p className={styles.facts}>{words.studentType({ type: partner.intended_student_type })}</p>
      </div>
      {(shown.length > 0 ? shown : all).map((page) => (
        <article key={page.id} className={styles.page}>
          <h1 className={styles.heading}>{page.title}</h1>
          <FormRenderer
            page={page.id}
            reading={reading}
            showErrors={false}
            isLoggedIn={false}
            features={formFeatures}
            documents={service.application.document_answer}
          />
        </article>
      ))}
      {service.prints === 'packet' && <Dividers form={form} answers={service.application.answer} />}
    </main>
  );
}
