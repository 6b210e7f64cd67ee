-- A change of an account's email address: asked for, confirmed by a code at the new one, and to be undone from the old one.
create table email_change (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id) on delete cascade,
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
