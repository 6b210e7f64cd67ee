create extension if not exists pg_trgm;

-- Accounts of applicants

-- People who can log in. The address is stored in lower case.
create table account (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  -- Null until the owner has chosen a password of their own (confirmed from another browser).
  password_hash text,
  created_at timestamptz not null,
  confirmed_at timestamptz not null,
  -- The language that the owner reads; null: the university's own.
  language text check (language in ('en', 'es'))
);

-- Sign-ups that wait for their code. Each is bound to the browser that made it.
create table pending_signup (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  password_hash text not null,
  browser_hash bytea not null unique,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  -- Wrong codes from the browser that signed up, and from any other.
  tries integer not null default 0,
  foreign_tries integer not null default 0,
  last_resent_at timestamptz,
  created_at timestamptz not null,
  -- For an address that has an account: kept like any other, so that logging in tells nobody that there is one. Its code is
  -- never mailed, and it can never be confirmed.
  is_decoy boolean not null,
  -- When its newest code was mailed; null when the address had had too many mails.
  mailed_at timestamptz,
  -- Codes that its own browser had sent again.
  resends integer not null
);
create index pending_signup_email on pending_signup (email, created_at desc);

-- What a right code led to, kept as long as the code lasts: whoever lost the response and sends it again gets the same one.
create table confirmed_signup (
  account_id uuid primary key references account on delete cascade,
  browser_hash bytea not null,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  tries integer not null,
  foreign_tries integer not null,
  -- The code came from the browser that signed up, so that its password works.
  is_same_browser boolean not null
);
create index confirmed_signup_age on confirmed_signup (code_expires_at);

create table session (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index session_account on session (account_id);

create table password_reset (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_account on password_reset (account_id);

-- A change of an account's email address: asked for, confirmed by a code at the new one, and to be undone from the old one.
create table email_change (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account on delete cascade,
  old_email text not null,
  new_email text not null,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  tries integer not null default 0,
  -- The new address had an account already: it is never confirmed, and whoever asked sees no difference.
  is_decoy boolean not null,
  created_at timestamptz not null,
  changed_at timestamptz,
  undone_at timestamptz
);
create index email_change_account on email_change (account_id, created_at);
create index email_change_age on email_change (created_at);

create table successful_login (
  id bigint generated always as identity primary key,
  account_id uuid not null references account on delete cascade,
  at timestamptz not null
);
create index successful_login_account on successful_login (account_id, id);

-- Failures per account or network address, with growing waits.
create table throttle (
  subject text primary key,
  failures integer not null,
  blocked_until timestamptz,
  updated_at timestamptz not null
);

-- Calls of the current minutes, added up over all web servers. Unlogged: a crash of the database may forget them.
create unlogged table call_count (
  subject text primary key,
  started_at timestamptz not null,
  calls integer not null
);
create index call_count_started_at on call_count (started_at);

-- The ids of the secrets that sealed answers may be sealed with. An id is derived from its secret and tells nothing about it:
-- a process with another secret finds here that it must not start.
create table secret_key (
  id text primary key,
  created_at timestamptz not null
);

-- Every mail is written here in the transaction that causes it, and sent from here. The body is dropped once sent.
create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  subject text not null,
  body_text text,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  -- A keyed hash of the network that asked for a mail; null when nobody from outside did.
  requester bytea,
  -- Where whoever gets a mail stops more of its kind (RFC 8058).
  unsubscribe_url text,
  -- Whose mail it is: an address can belong to somebody else later. None for an address without an account.
  account_id uuid references account on delete cascade
);
create index mail_outbox_unsent on mail_outbox (created_at) where sent_at is null;
create index mail_outbox_recipient on mail_outbox (recipient, kind, created_at desc);
create index mail_outbox_requested on mail_outbox (created_at) where requester is not null;
create index mail_outbox_account on mail_outbox (account_id);

create function mail_of_account() returns trigger language plpgsql as $$
begin
  new.account_id := coalesce(new.account_id, (select id from account where email = new.recipient));
  return new;
end $$;
create trigger mail_of_account before insert on mail_outbox for each row execute function mail_of_account();

-- Applications

-- Each definition of a form that has served, as it was: what was submitted with it is drawn, printed and exported with it.
create table form_release (
  id bigint generated always as identity primary key,
  partner text not null,
  form text not null,
  number integer not null,
  hash text not null,
  -- Not jsonb, which would put the keys in another order.
  definition json not null,
  released_at timestamptz not null,
  unique (partner, form, number),
  unique (partner, form, hash)
);

create table application (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account on delete cascade,
  form text not null,
  season text not null,
  -- By which release its answers were saved last, and up to which one the applicant has been told of changes; none: the same one.
  release_id bigint references form_release,
  told_release_id bigint references form_release,
  -- The flat map of answers, and those that are encrypted (key to ciphertext).
  answers jsonb not null default '{}',
  sealed_answers jsonb not null default '{}',
  -- Key to {client, sequence, edited_at}: who wrote it last, so that an older save never overwrites a newer one. A save writes
  -- into recent_versions alone, and moves them over when they are many. Of an answer that is in both, the recent one counts.
  answer_versions jsonb not null default '{}',
  recent_versions jsonb not null default '{}',
  tabs jsonb not null default '{}',
  add_another jsonb not null default '{}',
  reported_errors jsonb not null default '{}',
  last_page text not null default '',
  -- Grows with every change of what the form shows.
  version bigint not null default 0,
  -- When a submission was received that had to wait for a document: it counts as sent then, though its term closes meanwhile.
  submission_started_at timestamptz,
  -- How many reminders of its term's end a draft has had, and since when its applicant wants none.
  reminders_sent integer not null default 0 check (reminders_sent between 0 and 3),
  reminders_off_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index application_of_form on application (account_id, form, season);

create table application_status (
  application_id uuid not null references application on delete cascade,
  web_status text not null check (web_status in ('started', 'validating', 'submitted')),
  created_at timestamptz not null,
  primary key (application_id, web_status)
);

create table submission (
  application_id uuid primary key references application on delete cascade,
  confirmation_number text not null unique,
  submitted_at timestamptz not null,
  -- What was submitted, as every reader of a submitted application sees it for good, and those answers of it that are encrypted.
  content jsonb not null,
  sealed_answers jsonb not null default '{}',
  -- The hash of the form that was filled in, and that of the content.
  form_version text not null,
  content_hash text not null,
  -- The release that was filled in.
  release_id bigint references form_release,
  -- The language and the device that it was sent in; null where the browser does not say the device.
  language text not null check (language in ('en', 'es')),
  device text check (device in ('phone', 'tablet', 'computer'))
);

-- Submissions that the office has set aside by reopening their applications, as they were sent.
create table reopened_submission (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references application on delete cascade,
  confirmation_number text not null,
  submitted_at timestamptz not null,
  content jsonb not null,
  sealed_answers jsonb not null default '{}',
  form_version text not null,
  content_hash text not null,
  release_id bigint references form_release,
  reopened_at timestamptz not null,
  -- These PDFs stay in the store, whatever becomes of the documents since.
  pdf_keys jsonb generated always as (jsonb_path_query_array(content, '$.documents.*.pdf_key')) stored
);
create index reopened_submission_application on reopened_submission (application_id, reopened_at);
create index reopened_submission_pdf_keys on reopened_submission using gin (pdf_keys);

-- Answers that a change of the form took: shown nowhere as answers; a later release can bring them back. See
-- packages/form-engine/src/releases.
create table answer_attic (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references application on delete cascade,
  migration text not null,
  -- Of the change in its migration; -1 for what none names.
  place integer not null,
  key text not null,
  reason text not null,
  -- What was taken; empty where it is sealed.
  content jsonb not null default '{}',
  sealed_answers jsonb not null default '{}',
  versions jsonb not null default '{}',
  -- The release that the answer was given to.
  release_id bigint references form_release,
  taken_at timestamptz not null,
  unique (application_id, migration, place, key)
);

-- Links into an application: answers prepared by an operator, or the read-only view of one application.
create table access_token (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('temporary_application', 'service')),
  token_hash bytea not null unique,
  application_id uuid references application on delete cascade,
  answers jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((kind = 'service') = (application_id is not null)),
  check ((kind = 'temporary_application') = (answers is not null))
);

-- Documents

-- One PDF per version of an application.
create table pdf_copy (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references application on delete cascade,
  version bigint not null,
  status text not null check (status in ('UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
  object_key text,
  -- Which worker prints it: the number of the lock that it holds while it lives.
  claimed_by bigint,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Null: the university's own, in which the office reads it.
  language text check (language in ('en', 'es')),
  unique (application_id, version)
);

-- Uploads that were allowed and not yet used: each key is for one file of one question.
create table document_upload (
  file_key text primary key,
  application_id uuid not null references application on delete cascade,
  answer_key text not null,
  created_at timestamptz not null,
  -- Which rule an upload broke that our own store refused: the browser could not see it, and asks for its conversion all the same.
  broken_rule text check (broken_rule in ('size', 'empty'))
);
create index document_upload_application on document_upload (application_id, created_at);
create index document_upload_age on document_upload (created_at);

-- What was uploaded for a question, and its conversion. A new upload is a new row.
create table document (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references application on delete cascade,
  answer_key text not null,
  file_name text not null,
  file_size integer not null,
  -- The uploaded file; kept until its conversion has ended.
  file_key text not null,
  pdf_key text,
  status text not null check (status in ('UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'NOT_ANSWERED')),
  -- Why it failed: a key of the table of problems; and on which page.
  problem text check ((problem is not null) = (status = 'FAILED')),
  problem_page integer,
  -- What the conversion waits for on this machine; then its time does not run.
  waits_for text,
  attempts integer not null default 0,
  -- Number of the advisory lock that the working process holds: whoever can take it knows that the process is gone.
  claimed_by bigint check ((claimed_by is not null) = (status = 'IN_PROGRESS')),
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Pictures and PDFs never wait behind Word files: each lane has its own slots.
  lane text not null check (lane in ('quick', 'word')),
  -- Not begun again before this time, after a fault of ours.
  retry_at timestamptz,
  -- Of the converted PDF.
  page_count integer,
  -- What the owner should look at, though it may be right, each with its page.
  hints jsonb not null default '[]',
  -- How many of the first pages have a small picture in the store.
  thumbnail_count integer not null default 0,
  unique (application_id, answer_key)
);
create index document_open on document (created_at) where status in ('UNPROCESSED', 'IN_PROGRESS');

-- Each run of a converter: what now runs, what applicants have cost, and how conversions end. It outlives its document, and names
-- no file. Without a foreign key: a worker that begins a run must not wait for whoever holds the application.
create table conversion_run (
  id bigint generated always as identity primary key,
  application_id uuid not null,
  document_id uuid not null,
  lane text not null check (lane in ('quick', 'word')),
  -- Number of the advisory lock that the working process holds.
  claimed_by bigint not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- What the file is by its content; null when nobody came so far as to look.
  kind text,
  file_size integer not null,
  outcome text check ((outcome is null) = (ended_at is null)),
  problem text
);
-- One conversion runs per applicant, whoever tries to begin a second.
create unique index conversion_run_open on conversion_run (application_id) where ended_at is null;
create index conversion_run_application on conversion_run (application_id, started_at);
create index conversion_run_age on conversion_run (started_at);

-- The audit trail

create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null,
  account_id uuid,
  detail jsonb not null default '{}',
  -- Who did it, from which network, and by which service link.
  actor text not null,
  token_id uuid,
  network text
);
create index audit_event_account on audit_event (account_id, id);
create index audit_event_at on audit_event (at);
create index audit_event_strangers on audit_event (at) where account_id is null and kind = 'login_failed';
-- What the office asks of one application's events.
create index audit_event_application on audit_event ((detail ->> 'application_id'), id) where detail ->> 'application_id' is not null;
-- Acts on many applications and exports, by the confirmation numbers, or ids of drafts, of the applications.
create index audit_event_many on audit_event using gin (string_to_array(detail ->> 'applications', ' ')) where detail ? 'applications';

-- One exception: failed logins at addresses without an account are deleted after 30 days.
create function audit_event_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if old.account_id is null and old.kind = 'login_failed' and old.at < now() - interval '30 days' then
      return old;
    end if;
  end if;
  raise exception 'audit events are never changed';
end
$$;
create trigger audit_event_append_only before update or delete on audit_event
  for each row execute function audit_event_is_append_only();
create trigger audit_event_no_truncate before truncate on audit_event
  for each statement execute function audit_event_is_append_only();

-- Deletes up to 20,000 of them and returns how many. Runs as the role that owns the tables, since the one that serves may
-- delete nothing here.
create function delete_old_failed_logins() returns bigint language sql security definer set search_path = public, pg_temp as $$
  with deleted as (
    delete from audit_event where id in (
      select id from audit_event
      where account_id is null and kind = 'login_failed' and at < now() - interval '30 days'
      order by at limit 20000
    ) returning id
  )
  select count(*) from deleted
$$;

-- The reasons that staff write for what they do with one application. The audit trail names them by id and can't be changed;
-- they go with the application.
create table office_reason (
  id uuid primary key,
  application_id uuid not null references application on delete cascade,
  text text not null
);
create index office_reason_application on office_reason (application_id);

-- People of the admissions office

-- Who is removed keeps the row, since the audit trail and notes name it.
create table staff_person (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  name text not null,
  -- reader, clerk, director, auditor, or a role of the partner's file; empty for people whose role the provider's claim names.
  role text not null,
  password_hash text,
  -- The key of the authenticator app, encrypted as sealed answers are, and the last time step whose code was used.
  totp_secret text,
  totp_step bigint not null default 0,
  -- Who this is at the university's provider.
  issuer text,
  subject text,
  created_at timestamptz not null,
  last_seen_at timestamptz,
  -- What came before is not new to the person: they have said so. Before that, what was there when they were added.
  new_since timestamptz,
  removed_at timestamptz,
  -- The role that the claim of the university's provider named last. It counts for people without a role of the office's own.
  claimed_role text
);
create unique index staff_person_email on staff_person (email) where removed_at is null;
create unique index staff_person_subject on staff_person (issuer, subject) where removed_at is null;

create table staff_recovery_code (
  staff_id uuid not null references staff_person on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

-- Links that set a password and an authenticator app.
create table staff_link (
  token_hash bytea primary key,
  staff_id uuid not null references staff_person on delete cascade,
  -- The id of a colleague, or "operator NAME": the events of its look and use name them.
  made_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_link_person on staff_link (staff_id);

create table staff_session (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  staff_id uuid not null references staff_person on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Of a session that the university's provider began: what asks it again and what its logout wants back (both encrypted), the
  -- name of its own session, when it last said that the person may come in, and who is asking it now.
  refresh_token text,
  id_token text,
  provider_session text,
  checked_at timestamptz,
  checking_since timestamptz,
  -- The role that the provider's claim named; null where the list of people decides.
  claimed_role text
);
create index staff_session_person on staff_session (staff_id);
create index staff_session_provider on staff_session (provider_session) where provider_session is not null;

-- Sign-ons at the provider that are under way; each ends with the first response.
create table staff_sign_on (
  state_hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);

-- What the office works on

-- One narrow row for each application: what the office lists, searches, sorts and counts. The triggers below write what other
-- tables say, the server the answers that have a role, each in the transaction of the change. Nothing here is read from the answers,
-- which lie compressed. "npm run admissions -- office rebuild" makes it anew, apart from the columns that are the office's own.
create table office_application (
  application_id uuid primary key references application on delete cascade,
  email text not null,
  given_name text not null default '',
  family_name text not null default '',
  preferred_name text not null default '',
  term text not null default '',
  major text not null default '',
  state text not null default '',
  country text not null default '',
  school text not null default '',
  school_state text not null default '',
  residence text not null default 'unknown' check (residence in ('in_state', 'out_of_state', 'international', 'unknown')),
  -- In plain lower-case letters: the family name and then the others; the school.
  name_key text collate "C" not null default '',
  school_key text collate "C" not null default '',
  -- By triggers.
  web_status text not null default 'none',
  started_at timestamptz not null,
  submitted_at timestamptz,
  -- Stays when an application is reopened.
  confirmation_number text,
  documents text not null default 'none' check (documents in ('none', 'waiting', 'failed', 'ready')),
  -- Both are empty until an application is sent.
  language text not null default '',
  device text not null default '',
  -- The office's own.
  withdrawn_at timestamptz,
  extended_until timestamptz,
  assigned_to uuid references staff_person,
  assigned_key text collate "C" not null default '',
  labels text[] not null default '{}',
  looked_at timestamptz,
  version integer not null default 0,
  status text not null generated always as (case
    when withdrawn_at is not null then 'withdrawn'
    when submitted_at is not null then 'submitted'
    when web_status = 'none' then 'none'
    else 'draft' end) stored,
  moment timestamptz not null generated always as (coalesce(submitted_at, started_at)) stored,
  -- Every word that it is found by, for search by their beginnings.
  search tsvector not null generated always as (array_to_tsvector(array_remove(string_to_array(
    name_key || ' ' || school_key || ' ' || lower(replace(coalesce(confirmation_number, ''), '-', '')) || ' '
      || regexp_replace(split_part(email, '@', 1), '[^a-z0-9]+', ' ', 'g'), ' '), ''))) stored
);
create index office_application_name on office_application (name_key, application_id) where status <> 'none';
create index office_application_school on office_application (school_key, application_id) where status <> 'none';
create index office_application_term on office_application (term, application_id) where status <> 'none';
create index office_application_major on office_application (major, application_id) where status <> 'none';
create index office_application_state on office_application (state, application_id) where status <> 'none';
create index office_application_assigned on office_application (assigned_key, application_id) where status <> 'none';
create index office_application_moment on office_application (moment, application_id) where status <> 'none';
-- Filters that few applications fit, and those that many do, in the list's usual order.
create index office_application_documents on office_application (documents, moment, application_id) where status <> 'none';
create index office_application_residence on office_application (residence, moment, application_id) where status <> 'none';
create index office_application_language on office_application (language, moment, application_id) where status <> 'none';
create index office_application_person on office_application (assigned_to) where assigned_to is not null;
create index office_application_email on office_application (email text_pattern_ops);
-- Confirmation numbers are found by their last eight characters.
create index office_application_number_end on office_application (lower(right(replace(confirmation_number, '-', ''), 8)))
  where confirmation_number is not null;
-- The list's standing views count few rows among many.
create index office_application_unread on office_application (application_id)
  where status = 'submitted' and (looked_at is null or looked_at < submitted_at);
-- Words and names go into these at once: each search would read through a list of what is not there yet.
create index office_application_labels on office_application using gin (labels) with (fastupdate = off);
create index office_application_search on office_application using gin (search) with (fastupdate = off);
create index office_application_similar on office_application using gin (name_key gin_trgm_ops) with (fastupdate = off);

-- Brings what other tables say of an application up to date.
create function refresh_office_application(changed uuid) returns void language sql as $$
  update office_application set
    email = account.email,
    web_status = coalesce((
      select web_status from application_status where application_id = changed
      order by array_position(array['started', 'validating', 'submitted'], web_status) desc limit 1), 'none'),
    started_at = coalesce((
      select min(created_at) from application_status where application_id = changed), application.created_at),
    submitted_at = submission.submitted_at,
    confirmation_number = coalesce(submission.confirmation_number, office_application.confirmation_number),
    language = coalesce(submission.language, ''),
    device = coalesce(submission.device, ''),
    documents = (
      select case
        when bool_or(status in ('UNPROCESSED', 'IN_PROGRESS')) then 'waiting'
        when bool_or(status = 'FAILED') then 'failed'
        when bool_or(status = 'COMPLETED') then 'ready'
        else 'none' end
      from document where application_id = changed)
  from application
    join account on account.id = application.account_id
    left join submission on submission.application_id = application.id
  where application.id = changed and office_application.application_id = application.id
$$;

create function office_application_begins() returns trigger language plpgsql as $$
begin
  insert into office_application (application_id, email, started_at)
  select new.id, account.email, new.created_at from account where account.id = new.account_id
  on conflict (application_id) do nothing;
  return null;
end $$;
create trigger office_application_begins after insert on application
  for each row execute function office_application_begins();

create function office_application_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform refresh_office_application(old.application_id);
  else
    perform refresh_office_application(new.application_id);
  end if;
  return null;
end $$;
create trigger office_application_status after insert or delete on application_status
  for each row execute function office_application_changes();
create trigger office_application_submission after insert or delete on submission
  for each row execute function office_application_changes();
create trigger office_application_document after insert or delete or update of status on document
  for each row execute function office_application_changes();

create function office_application_email() returns trigger language plpgsql as $$
begin
  perform refresh_office_application(application.id) from application where account_id = new.id;
  return null;
end $$;
create trigger office_application_email after update of email on account
  for each row when (old.email <> new.email) execute function office_application_email();

-- When somebody of the office last looked at an application, and last had it open.
create table office_look (
  staff_id uuid not null references staff_person on delete cascade,
  application_id uuid not null references application on delete cascade,
  looked_at timestamptz,
  present_at timestamptz,
  primary key (staff_id, application_id)
);
create index office_look_application on office_look (application_id);

-- Views that people of the office have saved for themselves: the filters that stand in an address.
create table office_view (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff_person on delete cascade,
  name text not null,
  filter jsonb not null default '{}',
  created_at timestamptz not null
);
create index office_view_person on office_view (staff_id);

-- What people of the office write about an application. The applicant may ask to read it.
create table office_note (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references application on delete cascade,
  author_id uuid not null references staff_person,
  text text not null,
  -- Grows with each change: an older one never overwrites a newer one.
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index office_note_application on office_note (application_id, created_at);

-- What somebody of the office does to many applications at once: taken up again after a crash, each application once.
create table office_many (
  -- The browser's own, so that a press that is sent twice is one.
  id uuid primary key,
  staff_id uuid not null references staff_person,
  network text not null,
  act jsonb not null,
  created_at timestamptz not null,
  started_at timestamptz,
  done_at timestamptz
);
create table office_many_item (
  many_id uuid not null references office_many on delete cascade,
  application_id uuid not null references application on delete cascade,
  done_at timestamptz,
  -- Why nothing was done to it.
  left_out text,
  primary key (many_id, application_id)
);

-- Exports that people of the office have asked for: made by the worker, listed for seven days.
create table office_export (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff_person,
  network text not null,
  format text not null check (format in ('people_xlsx', 'machine_csv', 'machine_jsonl', 'packets')),
  purpose text not null,
  receiver text,
  -- Whose applications it is of: the condition of the role that requested it (none: everything), and the filter, so that
  -- "since the last export of this kind" counts from one of the same applications.
  condition text,
  filter text not null default '',
  asked_at timestamptz not null,
  started_at timestamptz,
  done_at timestamptz,
  failed_at timestamptz,
  -- Rows that are written so far.
  done integer not null default 0,
  -- Names of columns with spaces between them, and how many parts of a file there are in the store.
  columns text not null default '',
  parts integer not null default 0,
  size bigint not null default 0
);
create index office_export_age on office_export (asked_at);
create index office_export_kind on office_export (format, filter, asked_at);

-- What is in it, as it was chosen when it was asked for.
create table office_export_item (
  export_id uuid not null references office_export on delete cascade,
  application_id uuid not null references application on delete cascade,
  -- What was written into the file; none for an application that was left out.
  submitted_at timestamptz,
  withdrawn_at timestamptz,
  primary key (export_id, application_id)
);

-- The submissions that exports of a kind (format, filter and role's condition) contained when somebody downloaded them: an export
-- of what came since the last one leaves these out.
create table office_exported (
  kind text not null,
  application_id uuid not null references application on delete cascade,
  submitted_at timestamptz not null,
  -- A withdrawal since is exported again.
  withdrawn_at timestamptz,
  primary key (kind, application_id)
);
create index office_exported_application on office_exported (application_id);

-- Schools that the look-ups find

-- What the sources say is kept as it came; one row of school is what they say together.
create table school_source (
  name text primary key,
  file_name text not null,
  checksum text not null,
  records integer not null,
  imported_at timestamptz not null
);

create table school (
  id bigint generated always as identity primary key,
  category text not null check (category in ('hs_ceeb', 'college_ceeb')),
  name text not null default '',
  aliases text[] not null default '{}',
  ceeb text not null default '',
  address_line_1 text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  country text not null default '',
  closed boolean not null default false,
  -- The name in plain letters with its abbreviations written out: what names are compared and sorted by.
  name_key text collate "C" not null default '',
  -- Every word it is found by: A the name, B other forms of it, C the city, D state and code.
  document tsvector
);
create index school_hs_document on school using gin (document) where category = 'hs_ceeb';
create index school_college_document on school using gin (document) where category = 'college_ceeb';
create index school_name_key on school (category, name_key);
-- Names that begin alike, those of one state first.
create index school_state_name_key on school (category, state, name_key);
create index school_ceeb on school (ceeb) where ceeb <> '';

create table school_record (
  source text not null references school_source on delete cascade,
  -- The record's name within its source.
  source_id text not null,
  school_id bigint not null references school,
  category text not null,
  -- Sources with a smaller number are believed first.
  precedence smallint not null,
  name text not null,
  aliases text[] not null,
  ceeb text not null,
  -- NCES school id, PSS id or IPEDS unit id, with its kind in front.
  national_id text not null,
  address_line_1 text not null,
  city text not null,
  state text not null,
  zip text not null,
  country text not null,
  closed boolean not null,
  -- Name, city and state in plain letters: the last way to see that two records are one school.
  match_key text not null,
  primary key (source, source_id)
);
create index school_record_school on school_record (school_id);
create index school_record_ceeb on school_record (category, ceeb) where ceeb <> '';
create index school_record_national_id on school_record (national_id) where national_id <> '';
create index school_record_match_key on school_record (category, match_key);

-- The words that schools are found by, to mend typing errors with.
create table school_word (
  category text not null,
  word text collate "C" not null,
  -- In how many schools.
  frequency integer not null,
  -- What is left when one or two letters of its beginning are left out.
  deletes text[] not null,
  primary key (category, word)
);
create index school_word_deletes on school_word using gin (deletes);
