create extension if not exists pg_trgm;

-- One narrow row for each application: what the office lists, searches, sorts and counts. The triggers below write what other
-- tables say, the server the answers that have a role, each in the transaction of the change. Nothing here is read from the answers,
-- which lie compressed. "npm run admissions -- office rebuild" makes it anew, apart from the columns at the end.
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
create index office_application_person on office_application (assigned_to) where assigned_to is not null;
create index office_application_email on office_application (email text_pattern_ops);
create index office_application_labels on office_application using gin (labels);
create index office_application_search on office_application using gin (search);
create index office_application_similar on office_application using gin (name_key gin_trgm_ops);

-- Brings what other tables say of an application up to date.
create function refresh_office_application(changed uuid) returns void language sql as $$
  update office_application set
    email = account.email,
    web_status = coalesce((
      select web_status from application_status where application_id = changed
      order by array_position(array['started', 'validating', 'submitted'], web_status) desc limit 1), 'none'),
    started_at = coalesce((
      select min(created_at) from application_status where application_id = changed), application.created_at),
    submitted_at = (select submitted_at from submission where application_id = changed),
    confirmation_number = coalesce(
      (select confirmation_number from submission where application_id = changed), office_application.confirmation_number),
    documents = (
      select case
        when bool_or(status in ('UNPROCESSED', 'IN_PROGRESS')) then 'waiting'
        when bool_or(status = 'FAILED') then 'failed'
        when bool_or(status = 'COMPLETED') then 'ready'
        else 'none' end
      from document where application_id = changed)
  from application join account on account.id = application.account_id
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

insert into office_application (application_id, email, started_at)
select application.id, account.email, application.created_at
from application join account on account.id = application.account_id;
select refresh_office_application(application_id) from office_application;

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
