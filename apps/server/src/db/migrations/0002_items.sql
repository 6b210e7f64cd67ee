-- What an application needs beside its answers: from the partner's list, made at the submission, or asked for by the office.
create table item (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references application on delete cascade,
  -- The id in the partner's list; null for a request.
  rule text,
  -- A request, in the words of whoever asked: the paper or the explanation that the applicant is asked for.
  request_kind text check (request_kind in ('paper', 'explanation')),
  request_title text,
  request_text text,
  requested_by uuid references staff_person,
  source text not null check (source in ('applicant', 'school', 'test_agency', 'office')),
  -- packages/api-contract/src/item-states.ts has the transitions.
  state text not null default 'awaiting'
    check (state in ('awaiting', 'came', 'accepted', 'accepted_copy', 'returned', 'waived', 'canceled')),
  -- A day of the university's time zone: what a request asks for should be there by its end.
  due_on text check (due_on ~ '^\d{4}-\d\d-\d\d$'),
  -- The applicant does not see it.
  is_hidden boolean not null default false,
  -- For the applicant: what is wrong with what came.
  returned_words text not null default '',
  -- What the applicant explained.
  reply text not null default '',
  -- Grows with each change: an act names the one that its page showed.
  version integer not null default 0,
  created_at timestamptz not null,
  -- Since when what came waits to be checked, and when the state changed last.
  came_at timestamptz,
  changed_at timestamptz not null,
  reminded_at timestamptz,
  check ((rule is null) = (request_kind is not null)),
  check ((request_kind is null) = (request_title is null)),
  check ((request_kind is null) = (requested_by is null)),
  unique (application_id, rule)
);
create index item_application on item (application_id, created_at);
create index item_due on item (due_on) where due_on is not null and state in ('awaiting', 'returned');

-- A file that came for an item. The document of the same application with the answer key 'paper:' and the paper's id is its
-- conversion.
create table paper (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references item on delete cascade,
  sent_by text not null check (sent_by in ('applicant', 'helper', 'office')),
  -- Who of the office put it there.
  staff_id uuid references staff_person,
  came_at timestamptz not null,
  -- From whom it came through a link, as the request was then: the applicant may ask somebody else since. In lower case. Null for
  -- papers of others, and once the helper is deleted.
  helper_email text check (helper_email is null or sent_by = 'helper'),
  -- Whether the applicant had waived the right to see it.
  is_waived boolean not null default false check (not is_waived or sent_by = 'helper'),
  check ((sent_by = 'office') = (staff_id is not null))
);
create index paper_item on paper (item_id, came_at);
create index paper_helper on paper (helper_email) where helper_email is not null;

-- As in 0001_first.sql, but papers are no documents of the form.
create or replace function refresh_office_application(changed uuid) returns void language sql as $$
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
      from document where application_id = changed and answer_key not like 'paper:%')
  from application
    join account on account.id = application.account_id
    left join submission on submission.application_id = application.id
  where application.id = changed and office_application.application_id = application.id
$$;

alter table office_application
  -- Where the application's items stand, since when the oldest of them waits to be checked, and when the last one was done.
  add column checklist text not null default 'none'
    check (checklist in ('none', 'to_check', 'waiting_applicant', 'waiting_others', 'complete')),
  add column to_check_since timestamptz,
  add column completed_at timestamptz;
create index office_application_checklist on office_application (checklist, moment, application_id) where status <> 'none';
create index office_application_to_check on office_application (to_check_since, application_id) where checklist = 'to_check';

-- An item that the applicant does not see waits for others, not for the applicant.
create function office_application_items() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.application_id else new.application_id end;
begin
  with standing as (
    select
      case
        when count(*) = 0 then 'none'
        when bool_or(state = 'came') then 'to_check'
        when bool_or(state in ('awaiting', 'returned') and source = 'applicant' and not is_hidden) then 'waiting_applicant'
        when bool_or(state in ('awaiting', 'returned', 'accepted_copy')) then 'waiting_others'
        else 'complete' end as checklist,
      min(came_at) filter (where state = 'came') as to_check_since,
      max(changed_at) as changed_at
    from item where application_id = changed)
  update office_application set
    checklist = standing.checklist,
    to_check_since = standing.to_check_since,
    completed_at = case when standing.checklist = 'complete' then standing.changed_at end
  from standing
  where application_id = changed
    and (office_application.checklist, office_application.to_check_since, office_application.completed_at)
      is distinct from (standing.checklist, standing.to_check_since,
        case when standing.checklist = 'complete' then standing.changed_at end);
  return null;
end $$;
create trigger office_application_items after insert or delete or update of state, came_at, is_hidden on item
  for each row execute function office_application_items();
