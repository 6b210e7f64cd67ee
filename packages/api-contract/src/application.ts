import * as z from 'zod/mini';
import { call } from './call.ts';
import { formDefinition } from './form-definition.ts';
import { messageResponse } from './identity.ts';
import { WEB_STATUSES } from './web-status.ts';

export const answerValue = z.union([z.string(), z.boolean()]);
/** Answers from the server: the flat map from key to value. */
export const answersSchema = z.record(z.string(), answerValue);
/** Number of components by button id. */
export const addAnotherSchema = z.record(z.string(), z.number());
export const tabsSchema = z.record(z.string(), z.string());
/** Uploaded files by document key; file_size in bytes. */
export const documentAnswersSchema = z.record(
  z.string(),
  z.object({
    /** Left out of a submission. Optional: during an update an earlier release may respond. */
    id: z.optional(z.string()),
    file_name: z.string(),
    file_size: z.number(),
  }),
);
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
    /** Until when the office lets the applicant of a draft submit, also after the term has closed; ISO 8601. */
    extended_until: z.optional(z.string()),
    /** The submitted form, where that is not the current one. */
    form: z.optional(formDefinition),
    /** The release of the answers, as in FORM_RELEASE_HEADER; left out where that is empty. */
    release: z.optional(z.string()),
    /**
     * Changes of a draft by releases, until seeChanges: keys of new questions, keys that are required now, and answers that
     * were removed, in words.
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

/** Answers that a release removed in the last thirty days, in words; taken_at: ISO 8601. */
export const setAside = call('GET', '/api/set-aside', {
  for: 'applicant',
  response: z.object({
    answers: z.array(z.object({ key: z.string(), label: z.string(), text: z.string(), taken_at: z.string() })),
  }),
});
/** The applicant has seen the changes of releases, which are not shown again. */
export const seeChanges = call('PUT', '/api/changes-seen', { for: 'applicant' });
export const webStatus = call('POST', '/api/web-status', {
  for: 'applicant',
  payload: z.strictObject({ web_status: z.enum(WEB_STATUSES) }),
});
/** The server checks whether it is a page of the form. */
export const lastPage = call('PUT', '/api/last-page', {
  for: 'applicant',
  payload: z.strictObject({ last_page: z.string().check(z.maxLength(80)) }),
});

/**
 * Saves any subset of the answers, with the headers of save-headers.ts. parseAnswers() checks them: `refused` has a message
 * for each key that is not saved. Error bad_answer when none is saved.
 */
export const answer = call('PUT', '/api/answer', {
  for: 'applicant',
  payload: z.record(z.string(), z.nullable(answerValue)),
  response: z.extend(messageResponse, {
    refused: z.optional(z.record(z.string(), z.string())),
    /** The page has another release of the form: everything is saved, and it has to reload. */
    form_changed: z.optional(z.boolean()),
  }),
  body: 'answers',
});

export const validations = call('POST', '/api/validations', {
  for: 'applicant',
  payload: errorMap,
  body: 'messages',
});

/**
 * Submits, with FORM_RELEASE_HEADER. Error form_changed: an answer is missing in a newer release of the form, and the page has
 * to reload; a submission attempted before the deadline still counts.
 */
export const submit = call('POST', '/api/submit', {
  for: 'applicant',
  response: z.object({
    message: z.string(),
    confirmation_number: z.string(),
    submitted_at: z.string(),
    /** The submitted answers, which another tab may have changed. */
    answer: answersSchema,
    /** The form of an earlier submission, where that is not the current one. */
    form: z.optional(formDefinition),
  }),
});

export const putAddAnother = call('PUT', '/api/add-another', {
  for: 'applicant',
  payload: z.strictObject({ button_id: z.string().check(z.maxLength(80)), num_components: z.int() }),
});
export const getAddAnother = call('GET', '/api/add-another', { for: 'applicant', response: addAnotherSchema });

export const putTabs = call('PUT', '/api/tabs', {
  for: 'applicant',
  payload: z.strictObject({
    tab_id: z.string().check(z.maxLength(80)),
    chosen_tab: z.string().check(z.maxLength(80)),
  }),
});
export const getTabs = call('GET', '/api/tabs', { for: 'applicant', response: tabsSchema });

/** The saved answers of a temporary application, as the flat map itself (AMB-160). */
export const temporaryApplication = call('GET', '/public/tmp', {
  for: 'link',
  query: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: answersSchema,
});

/** Stops the reminders of a draft, with the parameters of a link from one. */
export const stopReminders = call('POST', '/public/stop-reminders', {
  for: 'link',
  query: z.object({ application: z.string().check(z.maxLength(100)), signature: z.string().check(z.maxLength(100)) }),
  response: messageResponse,
});

export const serviceApplication = call('GET', '/service/tmp-pdf', {
  for: 'link',
  query: z.object({ service_token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: z.object({
    answer: answersSchema,
    add_another: addAnotherSchema,
    document_answer: documentAnswersSchema,
    tabs: tabsSchema,
    /** Keys of the answers that stay sealed, in the office's copy. */
    sealed_keys: z.optional(z.array(z.string())),
    /** Its form, where that is not the site's current one. */
    form: z.optional(formDefinition),
    /** On which day, YYYY-MM-DD, the answers to which questions were corrected after the submission; oldest first. */
    corrections: z.optional(z.array(z.object({ day: z.string(), keys: z.array(z.string()) }))),
    /** The university's texts for another form than the site's own. */
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
