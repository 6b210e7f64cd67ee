// Made by "npm run db:types" from the migrated database.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { JsonColumns, TextColumns } from './columns.ts';

/** The tables. JSON columns are written as JSON text, so that the driver never guesses; int8 is read as a number. */
export interface Database {
  access_token: {
    id: Generated<string>;
    kind: 'temporary_application' | 'service';
    token_hash: Buffer;
    application_id: string | null;
    answers: ColumnType<JsonColumns['access_token.answers'] | null, string | null, string | null>;
    created_at: Date;
    expires_at: Date;
  };
  account: {
    id: Generated<string>;
    email: string;
    password_hash: string | null;
    created_at: Date;
    confirmed_at: Date;
    language: 'en' | 'es' | null;
  };
  answer_attic: {
    id: Generated<string>;
    application_id: string;
    migration: string;
    place: number;
    key: string;
    reason: TextColumns['answer_attic.reason'];
    content: ColumnType<JsonColumns['answer_attic.content'], string | undefined, string>;
    sealed_answers: ColumnType<JsonColumns['answer_attic.sealed_answers'], string | undefined, string>;
    versions: ColumnType<JsonColumns['answer_attic.versions'], string | undefined, string>;
    release_id: number | null;
    taken_at: Date;
  };
  application: {
    id: Generated<string>;
    account_id: string;
    form: string;
    season: string;
    release_id: number | null;
    told_release_id: number | null;
    answers: ColumnType<JsonColumns['application.answers'], string | undefined, string>;
    sealed_answers: ColumnType<JsonColumns['application.sealed_answers'], string | undefined, string>;
    answer_versions: ColumnType<JsonColumns['application.answer_versions'], string | undefined, string>;
    recent_versions: ColumnType<JsonColumns['application.recent_versions'], string | undefined, string>;
    tabs: ColumnType<JsonColumns['application.tabs'], string | undefined, string>;
    add_another: ColumnType<JsonColumns['application.add_another'], string | undefined, string>;
    reported_errors: ColumnType<JsonColumns['application.reported_errors'], string | undefined, string>;
    last_page: Generated<string>;
    version: Generated<number>;
    submission_started_at: Date | null;
    reminders_sent: Generated<number>;
    reminders_off_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  application_status: {
    application_id: string;
    web_status: 'started' | 'validating' | 'submitted';
    created_at: Date;
  };
  audit_event: {
    id: GeneratedAlways<number>;
    at: Date;
    kind: string;
    account_id: string | null;
    detail: ColumnType<JsonColumns['audit_event.detail'], string | undefined, string>;
    actor: string;
    token_id: string | null;
    network: string | null;
  };
  call_count: {
    subject: string;
    started_at: Date;
    calls: number;
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
  document: {
    id: Generated<string>;
    application_id: string;
    answer_key: string;
    file_name: string;
    file_size: number;
    file_key: string;
    pdf_key: string | null;
    status: 'UNPROCESSED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'NOT_ANSWERED';
    problem: string | null;
    problem_page: number | null;
    waits_for: string | null;
    attempts: Generated<number>;
    claimed_by: number | null;
    created_at: Date;
    finished_at: Date | null;
    lane: 'quick' | 'word';
    retry_at: Date | null;
    page_count: number | null;
    hints: ColumnType<JsonColumns['document.hints'], string | undefined, string>;
    thumbnail_count: Generated<number>;
  };
  document_upload: {
    file_key: string;
    application_id: string;
    answer_key: string;
    created_at: Date;
    broken_rule: 'size' | 'empty' | null;
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
  form_release: {
    id: GeneratedAlways<number>;
    partner: string;
    form: string;
    number: number;
    hash: string;
    definition: ColumnType<JsonColumns['form_release.definition'], string, string>;
    released_at: Date;
  };
  helper: {
    id: Generated<string>;
    season: string;
    email: string;
  };
  helper_link: {
    token_hash: Buffer;
    helper_id: string;
    expires_at: Date;
  };
  helper_request: {
    id: Generated<string>;
    application_id: string;
    helper_id: string;
    name: string;
    is_waived: boolean | null;
    state: Generated<'open' | 'declined' | 'wrong_person'>;
    right_email: Generated<string>;
    created_at: Date;
    mailed_at: Date | null;
  };
  item: {
    id: Generated<string>;
    application_id: string;
    rule: string | null;
    request_kind: 'paper' | 'explanation' | 'correction' | null;
    request_title: string | null;
    request_text: string | null;
    requested_by: string | null;
    source: 'applicant' | 'school' | 'test_agency' | 'office';
    state: Generated<'awaiting' | 'came' | 'accepted' | 'accepted_copy' | 'returned' | 'waived' | 'canceled'>;
    due_on: string | null;
    is_hidden: Generated<boolean>;
    returned_words: Generated<string>;
    reply: Generated<string>;
    version: Generated<number>;
    created_at: Date;
    came_at: Date | null;
    changed_at: Date;
    reminded_at: Date | null;
    asked_keys: ColumnType<JsonColumns['item.asked_keys'] | null, string | null, string | null>;
    rule_title: string | null;
  };
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
    account_id: string | null;
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
    residence: Generated<'in_state' | 'out_of_state' | 'international' | 'unknown'>;
    name_key: Generated<string>;
    school_key: Generated<string>;
    web_status: Generated<string>;
    started_at: Date;
    submitted_at: Date | null;
    confirmation_number: string | null;
    documents: Generated<'none' | 'waiting' | 'failed' | 'ready'>;
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
    checklist: Generated<'none' | 'to_check' | 'waiting_applicant' | 'waiting_others' | 'complete'>;
    to_check_since: Date | null;
    completed_at: Date | null;
    birth_date: Generated<string>;
    phone_key: Generated<string>;
    stage: Generated<string>;
  };
  office_export: {
    id: Generated<string>;
    staff_id: string;
    network: string;
    format: 'people_xlsx' | 'machine_csv' | 'machine_jsonl' | 'packets';
    purpose: string;
    receiver: string | null;
    condition: string | null;
    filter: Generated<string>;
    asked_at: Date;
    started_at: Date | null;
    done_at: Date | null;
    failed_at: Date | null;
    done: Generated<number>;
    columns: Generated<string>;
    parts: Generated<number>;
    size: Generated<number>;
    chosen_columns: readonly string[] | null;
    label: Generated<string>;
  };
  office_export_item: {
    export_id: string;
    application_id: string;
    submitted_at: Date | null;
    withdrawn_at: Date | null;
  };
  office_exported: {
    kind: string;
    application_id: string;
    submitted_at: Date;
    withdrawn_at: Date | null;
  };
  office_look: {
    staff_id: string;
    application_id: string;
    looked_at: Date | null;
    present_at: Date | null;
  };
  office_many: {
    id: string;
    staff_id: string;
    network: string;
    act: ColumnType<JsonColumns['office_many.act'], string, string>;
    created_at: Date;
    started_at: Date | null;
    done_at: Date | null;
  };
  office_many_item: {
    many_id: string;
    application_id: string;
    done_at: Date | null;
    left_out: string | null;
  };
  office_note: {
    id: Generated<string>;
    application_id: string;
    author_id: string;
    text: string;
    version: Generated<number>;
    created_at: Date;
    changed_at: Date;
  };
  office_reason: {
    id: string;
    application_id: string;
    text: string;
    many_id: string | null;
  };
  office_view: {
    id: Generated<string>;
    staff_id: string;
    name: string;
    filter: ColumnType<JsonColumns['office_view.filter'], string | undefined, string>;
    created_at: Date;
  };
  paper: {
    id: Generated<string>;
    item_id: string;
    sent_by: 'applicant' | 'helper' | 'office';
    staff_id: string | null;
    came_at: Date;
    helper_email: string | null;
    is_waived: Generated<boolean>;
  };
  password_reset: {
    id: Generated<string>;
    account_id: string;
    token_hash: Buffer;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
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
    language: 'en' | 'es' | null;
    is_sealed: Generated<boolean>;
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
  reopened_submission: {
    id: Generated<string>;
    application_id: string;
    confirmation_number: string;
    submitted_at: Date;
    content: ColumnType<JsonColumns['reopened_submission.content'], string, string>;
    sealed_answers: ColumnType<JsonColumns['reopened_submission.sealed_answers'], string | undefined, string>;
    form_version: string;
    content_hash: string;
    release_id: number | null;
    reopened_at: Date;
    pdf_keys: GeneratedAlways<JsonColumns['reopened_submission.pdf_keys'] | null>;
    changed_keys: ColumnType<JsonColumns['reopened_submission.changed_keys'] | null, string | null, string | null>;
    item_id: string | null;
  };
  schema_migration: {
    name: string;
    checksum: string;
    applied_at: Generated<Date>;
  };
  secret_key: {
    id: string;
    created_at: Date;
  };
  session: {
    id: Generated<string>;
    token_hash: Buffer;
    account_id: string;
    created_at: Date;
    last_seen_at: Date;
  };
  staff_link: {
    token_hash: Buffer;
    staff_id: string;
    made_by: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
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
    new_since: Date | null;
    removed_at: Date | null;
    claimed_role: string | null;
  };
  staff_recovery_code: {
    staff_id: string;
    code_hash: Buffer;
    used_at: Date | null;
  };
  staff_session: {
    id: Generated<string>;
    token_hash: Buffer;
    staff_id: string;
    created_at: Date;
    last_seen_at: Date;
    refresh_token: string | null;
    id_token: string | null;
    provider_session: string | null;
    checked_at: Date | null;
    checking_since: Date | null;
    claimed_role: string | null;
  };
  staff_sign_on: {
    state_hash: Buffer;
    browser_hash: Buffer;
    nonce: string;
    code_verifier: string;
    return_to: string;
    expires_at: Date;
  };
  submission: {
    application_id: string;
    confirmation_number: string;
    submitted_at: Date;
    content: ColumnType<JsonColumns['submission.content'], string, string>;
    sealed_answers: ColumnType<JsonColumns['submission.sealed_answers'], string | undefined, string>;
    form_version: string;
    content_hash: string;
    release_id: number | null;
    language: 'en' | 'es';
    device: 'phone' | 'tablet' | 'computer' | null;
  };
  successful_login: {
    id: GeneratedAlways<number>;
    account_id: string;
    at: Date;
  };
  throttle: {
    subject: string;
    failures: number;
    blocked_until: Date | null;
    updated_at: Date;
  };
}
