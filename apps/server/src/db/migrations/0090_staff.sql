-- People of the admissions office. Who is removed keeps the row, since the audit trail and notes name it.
create table staff_person (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  name text not null,
  -- reader, clerk, director, auditor, or a role of the partner's file.
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
  removed_at timestamptz
);
create unique index staff_person_email on staff_person (email) where removed_at is null;
create unique index staff_person_subject on staff_person (issuer, subject) where removed_at is null;

create table staff_recovery_code (
  staff_id uuid not null references staff_person on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

-- Links that set a password and an authenticator app. The key of the app is made with the link, so that it stays the same
-- when the page is loaded again.
create table staff_link (
  token_hash bytea primary key,
  staff_id uuid not null references staff_person on delete cascade,
  totp_secret text not null,
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
  -- What came after this is new to the person: when they were last here before this session.
  new_since timestamptz,
  -- Of a session that the university's provider began: what asks it again (encrypted), the name of its own session, when it
  -- last said that the person may come in, and who is asking it now.
  refresh_token text,
  provider_session text,
  checked_at timestamptz,
  checking_since timestamptz,
  -- The role that the provider's claim named; null where the list of people decides.
  claimed_role text
);
create index staff_session_person on staff_session (staff_id);
create index staff_session_provider on staff_session (provider_session) where provider_session is not null;
