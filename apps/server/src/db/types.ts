import type { ManyActOf } from '@firstyear/api-contract/desk';
import type { ConversionStatus } from '@firstyear/api-contract/documents';
import type { WebStatus } from '@firstyear/api-contract/web-status';
import type { Answers, FormDefinition } from '@firstyear/form-engine';
import type { AtticReason } from '@firstyear/form-engine/releases';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A jsonb column with a default: read as its value, written as JSON text, so that the driver never guesses. */
type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;

type Loss = 'linked_picture' | 'linked_document' | 'diagram' | 'picture' | 'formula' | 'cut_off';
type Hint = 'dark' | 'bright' | 'blurred' | 'comments' | 'attachment' | Loss;
/** A possible defect of an uploaded file that its applicant should check, on a page counted from 1. */
type PageHint = { readonly page: number; readonly hint: Hint };

export interface AnswerVersion {
  readonly client: string;
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly edited_at: number;
}

/** What was submitted, without the sealed answers. */
export interface SubmittedContent {
  readonly answers: Answers;
  readonly tabs: Readonly<Record<string, string>>;
  readonly add_another: Readonly<Record<string, number>>;
  /** Question key to what was uploaded for it, and where its PDF lies. */
  readonly documents: Readonly<
    Record<string, { readonly file_name: string; readonly file_size: number; readonly pdf_key: string }>
  >;
}

/** The tables as migrated; a test compares this with the database. int8 is read as a number (see database.ts). */
export interface Database {
  account: {
    id: Generated<string>;
    email: string;
    password_hash: string | null;
    created_at: Date;
    confirmed_at: Date;
    language: string | null;
  };
  pending_signup: {
    id: Generated<string>;
    email: string;
    password_hash: string;
    browser_hash: Buffer;
    code_hash: Buffer;
    code_expires_at: Date;
    tries: Generated<number>;
    foreign_tries: Generated<number>;
    last_resent_at: Date | null;
    created_at: Date;
    is_decoy: boolean;
    mailed_at: Date | null;
    resends: number;
  };
  confirmed_signup: {
    account_id: string;
    browser_hash: Buffer;
    code_hash: Buffer;
    code_expires_at: Date;
    tries: number;
    foreign_tries: number;
    is_same_browser: boolean;
  };
  session: {
    id: Generated<string>;
    token_hash: Buffer;
    account_id: string;
    created_at: Date;
    last_seen_at: Date;
  };
  password_reset: {
    id: Generated<string>;
    account_id: string;
    token_hash: Buffer;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  email_change: {
    id: Generated<string>;
    account_id: string;
    old_email: string;
    new_email: string;
    code_hash: Buffer;
    code_expires_at: Date;
    tries: Generated<number>;
    is_decoy: boolean;
    created_at: Date;
    changed_at: Date | null;
    undone_at: Date | null;
  };
  successful_login: { id: GeneratedAlways<number>; account_id: string; at: Date };
  call_count: { subject: string; started_at: Date; calls: number };
  throttle: { subject: string; failures: number; blocked_until: Date | null; updated_at: Date };
  mail_outbox: {
    id: Generated<string>;
    kind: string;
    recipient: string;
    subject: string;
    body_text: string | null;
    created_at: Date;
    sent_at: Date | null;
    attempts: Generated<number>;
    last_error: string | null;
    requester: Buffer | null;
    unsubscribe_url: string | null;
    /** By default, the account that has the address when it is written. */
    account_id: Generated<string | null>;
  };
  application: {
    id: Generated<string>;
    account_id: string;
    form: string;
    season: string;
    release_id: number | null;
    told_release_id: number | null;
    answers: JsonWithDefault<Answers>;
    sealed_answers: JsonWithDefault<Readonly<Record<string, string>>>;
    answer_versions: JsonWithDefault<Readonly<Record<string, AnswerVersion>>>;
    recent_versions: JsonWithDefault<Readonly<Record<string, AnswerVersion>>>;
    tabs: JsonWithDefault<Readonly<Record<string, string>>>;
    add_another: JsonWithDefault<Readonly<Record<string, number>>>;
    reported_errors: JsonWithDefault<Readonly<Record<string, readonly string[]>>>;
    last_page: ColumnType<string, string | undefined, string>;
    version: Generated<number>;
    submission_started_at: Date | null;
    reminders_sent: Generated<number>;
    reminders_off_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  application_status: { application_id: string; web_status: WebStatus; created_at: Date };
  submission: {
    application_id: string;
    confirmation_number: string;
    submitted_at: Date;
    content: ColumnType<SubmittedContent | null, string | null, string | null>;
    sealed_answers: JsonWithDefault<Readonly<Record<string, string>>>;
    form_version: string | null;
    content_hash: string | null;
    release_id: number | null;
    language: string | null;
    device: string | null;
  };
  reopened_submission: {
    id: Generated<string>;
    application_id: string;
    confirmation_number: string;
    submitted_at: Date;
    content: ColumnType<SubmittedContent | null, string | null, string | null>;
    sealed_answers: JsonWithDefault<Readonly<Record<string, string>>>;
    form_version: string | null;
    content_hash: string | null;
    release_id: number | null;
    reopened_at: Date;
    pdf_keys: GeneratedAlways<readonly string[] | null>;
  };
  answer_attic: {
    id: Generated<string>;
    application_id: string;
    migration: string;
    place: number;
    key: string;
    reason: AtticReason;
    content: JsonWithDefault<{ readonly values?: Answers; readonly became?: Answers }>;
    sealed_answers: JsonWithDefault<Readonly<Record<string, string>>>;
    versions: JsonWithDefault<Readonly<Record<string, AnswerVersion>>>;
    release_id: number | null;
    taken_at: Date;
  };
  form_release: {
    id: GeneratedAlways<number>;
    partner: string;
    form: string;
    number: number;
    hash: string;
    definition: ColumnType<FormDefinition, string, never>;
    released_at: Date;
  };
  access_token: {
    id: Generated<string>;
    kind: 'temporary_application' | 'service';
    token_hash: Buffer;
    application_id: string | null;
    answers: ColumnType<Answers | null, string | null, string | null>;
    created_at: Date;
    expires_at: Date;
  };
  pdf_copy: {
    id: Generated<string>;
    application_id: string;
    version: number;
    status: 'UNPROCESSED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';
    object_key: string | null;
    claimed_by: number | null;
    created_at: Date;
    finished_at: Date | null;
    language: string | null;
  };
  document_upload: {
    file_key: string;
    application_id: string;
    answer_key: string;
    created_at: Date;
    broken_rule: 'size' | 'empty' | null;
  };
  document: {
    id: Generated<string>;
    application_id: string;
    answer_key: string;
    file_name: string;
    file_size: number;
    file_key: string;
    pdf_key: string | null;
    status: ConversionStatus;
    problem: string | null;
    waits_for: string | null;
    attempts: Generated<number>;
    claimed_by: number | null;
    created_at: Date;
    finished_at: Date | null;
    lane: 'quick' | 'word';
    retry_at: Date | null;
    page_count: number | null;
    hints: JsonWithDefault<readonly PageHint[]>;
    problem_page: number | null;
    thumbnail_count: Generated<number>;
  };
  conversion_run: {
    id: GeneratedAlways<number>;
    application_id: string;
    document_id: string;
    lane: 'quick' | 'word';
    claimed_by: number;
    started_at: Date;
    ended_at: Date | null;
    kind: string | null;
    file_size: number;
    outcome: string | null;
    problem: string | null;
  };
  audit_event: {
    id: GeneratedAlways<number>;
    at: Date;
    kind: string;
    account_id: string | null;
    detail: JsonWithDefault<Readonly<Record<string, string | number | boolean>>>;
    actor: string | null;
    token_id: string | null;
    network: string | null;
  };
  staff_person: {
    id: Generated<string>;
    email: string;
    name: string;
    role: string;
    password_hash: string | null;
    totp_secret: string | null;
    totp_step: Generated<number>;
    issuer: string | null;
    subject: string | null;
    created_at: Date;
    last_seen_at: Date | null;
    removed_at: Date | null;
    /** The role that the university's claim named last. */
    claimed_role: string | null;
  };
  staff_recovery_code: { staff_id: string; code_hash: Buffer; used_at: Date | null };
  staff_link: {
    token_hash: Buffer;
    staff_id: string;
    totp_secret: string;
    /** The id of a colleague, or "operator NAME"; null for a link of the previous version. */
    made_by: string | null;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  staff_session: {
    id: Generated<string>;
    token_hash: Buffer;
    staff_id: string;
    created_at: Date;
    last_seen_at: Date;
    new_since: Date | null;
    refresh_token: string | null;
    id_token: string | null;
    provider_session: string | null;
    checked_at: Date | null;
    checking_since: Date | null;
    claimed_role: string | null;
  };
  office_application: {
    application_id: string;
    email: string;
    given_name: Generated<string>;
    family_name: Generated<string>;
    preferred_name: Generated<string>;
    term: Generated<string>;
    major: Generated<string>;
    state: Generated<string>;
    country: Generated<string>;
    school: Generated<string>;
    school_state: Generated<string>;
    residence: Generated<string>;
    name_key: Generated<string>;
    school_key: Generated<string>;
    web_status: Generated<string>;
    started_at: Date;
    submitted_at: Date | null;
    confirmation_number: string | null;
    documents: Generated<string>;
    language: Generated<string>;
    device: Generated<string>;
    withdrawn_at: Date | null;
    extended_until: Date | null;
    assigned_to: string | null;
    assigned_key: Generated<string>;
    labels: Generated<readonly string[]>;
    looked_at: Date | null;
    version: Generated<number>;
    status: GeneratedAlways<string>;
    moment: GeneratedAlways<Date>;
    search: GeneratedAlways<string>;
  };
  office_reason: { id: string; application_id: string; text: string };
  office_note: {
    id: Generated<string>;
    application_id: string;
    author_id: string;
    text: string;
    version: Generated<number>;
    created_at: Date;
    changed_at: Date;
  };
  office_look: { staff_id: string; application_id: string; looked_at: Date | null; present_at: Date | null };
  office_export: {
    id: Generated<string>;
    staff_id: string;
    network: string;
    format: string;
    purpose: string;
    receiver: string | null;
    /** JSON of the role's condition; none: all applications. */
    condition: string | null;
    /** JSON of which applications. */
    filter: Generated<string>;
    asked_at: Date;
    started_at: Date | null;
    done_at: Date | null;
    failed_at: Date | null;
    done: Generated<number>;
    columns: Generated<string>;
    parts: Generated<number>;
    size: Generated<number>;
  };
  office_export_item: {
    export_id: string;
    application_id: string;
    submitted_at: Date | null;
    withdrawn_at: Date | null;
  };
  office_exported: { kind: string; application_id: string; submitted_at: Date; withdrawn_at: Date | null };
  office_many: {
    id: string;
    staff_id: string;
    network: string;
    act: ColumnType<ManyActOf, string, never>;
    created_at: Date;
    started_at: Date | null;
    done_at: Date | null;
  };
  office_many_item: { many_id: string; application_id: string; done_at: Date | null; left_out: string | null };
  office_view: {
    id: Generated<string>;
    staff_id: string;
    name: string;
    filter: JsonWithDefault<Readonly<Record<string, string>>>;
    created_at: Date;
  };
  staff_sign_on: {
    state_hash: Buffer;
    browser_hash: Buffer;
    nonce: string;
    code_verifier: string;
    return_to: string;
    expires_at: Date;
  };
  secret_key: { id: string; created_at: Date };
  schema_migration: { name: string; checksum: string; applied_at: Date };
}
