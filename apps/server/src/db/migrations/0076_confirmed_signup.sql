-- What a right code led to, kept as long as the code lasts: whoever lost the response and sends it again gets the same one.
create table confirmed_signup (
  account_id uuid primary key references account (id) on delete cascade,
  browser_hash bytea not null,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  tries integer not null,
  foreign_tries integer not null,
  -- The code came from the browser that signed up, so that its password works.
  is_same_browser boolean not null
);
create index confirmed_signup_age on confirmed_signup (code_expires_at);
