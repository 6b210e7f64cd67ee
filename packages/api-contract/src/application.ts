import type { FormDefinition } from '@firstyear/form-engine';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { emptyResponse, messageResponse } from './identity.ts';
import { WEB_STATUSES } from './web-status.ts';

/** Answers on their way out of the server: the flat map from key to value. */
const answersSchema = z.record(z.string(), z.union([z.string(), z.boolean()]));
/** Button id to number of components, tab id to chosen tab. */
export const addAnotherSchema = z.record(z.string(), z.number());
const tabsSchema = z.record(z.string(), z.string());
/** Document key to what was uploaded; file_size in bytes. */
export const documentAnswersSchema = z.record(z.string(), z.object({ file_name: z.string(), file_size: z.number() }));
const errorMap = z.record(z.string().check(z.maxLength(80)), z.array(z.string().check(z.maxLength(1000))));

export const profile = call('GET', '/api/profile', {
  for: 'applicant',
  response: z.object({
    username: z.string(),
    /** The account's id, for ACCOUNT_HEADER. Optional: during an update an earlier release may respond. */
    account: z.optional(z.string()),
    last_page: z.string(),
    successful_login: z.array(z.string()),
    web_status: z.array(z.object({ web_status: z.string(), created_at: z.string() })),
    answer: answersSchema,
    document_answer: documentAnswersSchema,
    /** Only after submission; ISO 8601. */
    submitted_at: z.optional(z.string()),
    confirmation_number: z.optional(z.string()),
    /** The form that was submitted, where that is not today's. */
    form: z.optional(z.custom<FormDefinition>()),
    /** Which release the answers are of, as FORM_RELEASE_HEADER names it; none where that is empty. */
    release: z.optional(z.string()),
    /**
     * What releases have changed for a draft, until seeChanges: keys of questions that are new, and of those that have to be answered
     * now, and answers that were taken away, in words.
     */
    changes: z.optional(
      z.object({
        added: z.array(z.string()),
        needed: z.array(z.string()),
        taken: z.array(z.object({ key: z.string(), label: z.string(), text: z.string() })),
      }),
    ),
  }),
});
export type Profile = z.infer<typeof profile.response>;

/** Answers that a change of the form took away in the last thirty days, in words; taken_at: ISO 8601. */
export const setAside = call('GET', '/api/set-aside', {
  for: 'applicant',
  response: z.object({
    answers: z.array(z.object({ key: z.string(), label: z.string(), text: z.string(), taken_at: z.string() })),
  }),
});
/** The applicant knows what releases have changed, and is not told again. */
export const seeChanges = call('PUT', '/api/changes-seen', { for: 'applicant', response: emptyResponse });
export const webStatus = call('POST', '/api/web-status', {
  for: 'applicant',
  payload: z.strictObject({ web_status: z.enum(WEB_STATUSES) }),
  response: emptyResponse,
});
/** Whether it is a page of the form, the server knows; see pagePaths(). */
export const lastPage = call('PUT', '/api/last-page', {
  for: 'applicant',
  payload: z.strictObject({ last_page: z.string().check(z.maxLength(80)) }),
  response: emptyResponse,
});

/**
 * PUT /api/answer takes any subset of the answers. Its values are checked against the form by parseAnswers().
 * It is sent with the headers of save-headers.ts.
 *
 * An answer that cannot be taken does not stop the others: `refused` says, by key, what is wrong with it. Only when no
 * answer can be taken the response is the error bad_answer.
 */
export const answer = call('PUT', '/api/answer', {
  for: 'applicant',
  payload: z.record(z.string(), z.union([z.string(), z.boolean(), z.null()])),
  response: z.extend(messageResponse, {
    refused: z.optional(z.record(z.string(), z.string())),
    /** The answers were typed into another form than the one that serves: all is saved, and the page has to reload. */
    form_changed: z.optional(z.boolean()),
  }),
  body: 'answers',
});

export const validations = call('POST', '/api/validations', {
  for: 'applicant',
  payload: errorMap,
  response: emptyResponse,
  body: 'messages',
});

/**
 * Sent with FORM_RELEASE_HEADER. Error form_changed: the page's form is not the one that serves, and by that one something is
 * missing. The page has to reload; who pressed in time is in time.
 */
export const submit = call('POST', '/api/submit', {
  for: 'applicant',
  response: z.object({
    message: z.string(),
    confirmation_number: z.string(),
    submitted_at: z.string(),
    /** What was submitted: the tab that pressed may know less. A server of the version before does not say. */
    answer: z.optional(answersSchema),
    /** The form of an earlier submission, where that is not today's. */
    form: z.optional(z.custom<FormDefinition>()),
  }),
});

export const putAddAnother = call('PUT', '/api/add-another', {
  for: 'applicant',
  payload: z.strictObject({ button_id: z.string().check(z.maxLength(80)), num_components: z.int() }),
  response: emptyResponse,
});
export const getAddAnother = call('GET', '/api/add-another', { for: 'applicant', response: addAnotherSchema });

export const putTabs = call('PUT', '/api/tabs', {
  for: 'applicant',
  payload: z.strictObject({
    tab_id: z.string().check(z.maxLength(80)),
    chosen_tab: z.string().check(z.maxLength(80)),
  }),
  response: emptyResponse,
});
export const getTabs = call('GET', '/api/tabs', { for: 'applicant', response: tabsSchema });

/** The saved answers of a temporary application, as the flat map itself (AMB-160). */
export const temporaryApplication = call('GET', '/public/tmp', {
  for: 'link',
  query: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: answersSchema,
});

/** Ends the reminders of a draft, with what its mails carry. */
export const stopReminders = call('POST', '/public/stop-reminders', {
  for: 'link',
  query: z.object({ application: z.string().check(z.maxLength(100)), signature: z.string().check(z.maxLength(100)) }),
  response: messageResponse,
});

/** What the service view shows. */
export const serviceApplication = call('GET', '/service/tmp-pdf', {
  for: 'link',
  query: z.object({ service_token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: z.object({
    answer: answersSchema,
    add_another: addAnotherSchema,
    document_answer: documentAnswersSchema,
    tabs: tabsSchema,
    /** Its form, where that is another than the site's own of today. */
    form: z.optional(z.custom<FormDefinition>()),
    /** What the university says around another form than the site's own. */
    partner: z.optional(
      z.object({
        application_title: z.string(),
        pdf_name: z.string(),
        pdf_pages: z.array(z.string()),
        intended_student_type: z.string(),
      }),
    ),
  }),
});
