-- People who can log in. The address is stored in lower case.
create table account (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  -- Null until the owner has chosen a password of their own (confirmed from another browser).
  password_hash text,
  created_at timestamptz not null,
  confirmed_at timestamptz not null
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
  created_at timestamptz not null
);
create index pending_signup_email on pending_signup (email, created_at desc);

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
  last_error text
);
create index mail_outbox_unsent on mail_outbox (created_at) where sent_at is null;
create index mail_outbox_recipient on mail_outbox (recipient, kind, created_at desc);

create table application (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null unique references account on delete cascade,
  -- The flat map of answers, and those that are encrypted (key to ciphertext).
  answers jsonb not null default '{}',
  sealed_answers jsonb not null default '{}',
  -- Key to {client, sequence, edited_at}: who wrote it last, so that an older save never overwrites a newer one.
  answer_versions jsonb not null default '{}',
  tabs jsonb not null default '{}',
  add_another jsonb not null default '{}',
  reported_errors jsonb not null default '{}',
  last_page text not null default '',
  -- Grows with every change of what the form shows.
  version bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table application_status (
  application_id uuid not null references application on delete cascade,
  web_status text not null check (web_status in ('started', 'validating', 'submitted')),
  created_at timestamptz not null,
  primary key (application_id, web_status)
);

create table submission (
  application_id uuid primary key references application on delete cascade,
  confirmation_number text not null unique,
  submitted_at timestamptz not null
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

-- One PDF per version of an application.
create table pdf_copy (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references application on delete cascade,
  version bigint not null,
  status text not null check (status in ('UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
  object_key text,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (application_id, version)
);

create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null,
  account_id uuid,
  detail jsonb not null default '{}'
);
create function audit_event_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit events are never changed';
end
$$;
create trigger audit_event_append_only before update or delete on audit_event
  for each row execute function audit_event_is_append_only();
create trigger audit_event_no_truncate before truncate on audit_event
  for each statement execute function audit_event_is_append_only();
