-- A person who sends papers for applicants of one season, such as a school counselor: an email address without an account.
create table helper (
  id uuid primary key default gen_random_uuid(),
  season text not null,
  -- In lower case.
  email text not null,
  unique (season, email)
);

-- The links to a helper's page. Each mail has a new one, and the earlier ones stay, so that no mail ends a page that is open.
create table helper_link (
  token_hash bytea primary key,
  helper_id uuid not null references helper on delete cascade,
  expires_at timestamptz not null
);
create index helper_link_helper on helper_link (helper_id);
create index helper_link_expires on helper_link (expires_at);

-- Whom an applicant asks for the papers of the school: one helper at a time.
create table helper_request (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null unique references application on delete cascade,
  helper_id uuid not null references helper on delete cascade,
  -- The helper's name, as the applicant gave it.
  name text not null,
  -- Whether the applicant waived the right to see what is written, by the submitted answers; null where nobody asked.
  is_waived boolean,
  state text not null default 'open' check (state in ('open', 'declined', 'wrong_person')),
  -- The right person's address, by a helper who is not.
  right_email text not null default '',
  created_at timestamptz not null,
  -- The newest mail; null while the limits of mails allow none.
  mailed_at timestamptz
);
create index helper_request_helper on helper_request (helper_id, created_at);

-- Nothing is kept about a helper whom nobody asks any more.
create function helper_without_requests() returns trigger language plpgsql as $$
begin
  -- Waits for another applicant who is just asking this helper, and then sees that request.
  perform from helper where id = old.helper_id for update;
  delete from helper where id = old.helper_id
    and not exists (select from helper_request where helper_request.helper_id = old.helper_id);
  return null;
end $$;
create trigger helper_without_requests after delete or update of helper_id on helper_request
  for each row execute function helper_without_requests();
