-- The label that an export is filtered by, apart from the rest of its filter: exports keep their kind when it is renamed.
alter table office_export add column label text not null default '';

-- As in 0002_items.sql, but every change of an application is a new version of its row, so that pages that are open learn of it.
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
    version = office_application.version + 1,
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

-- A correction updates the submission.
drop trigger office_application_submission on submission;
create trigger office_application_submission after insert or delete or update of content on submission
  for each row execute function office_application_changes();

-- The items of a new submission change the row once.
create or replace function office_application_items() returns trigger language plpgsql as $$
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
    completed_at = case when standing.checklist = 'complete' then standing.changed_at end,
    version = version + 1
  from standing
  where application_id = changed
    and (tg_op = 'UPDATE' or new.request_kind is not null
      or (office_application.checklist, office_application.to_check_since, office_application.completed_at)
        is distinct from (standing.checklist, standing.to_check_since,
          case when standing.checklist = 'complete' then standing.changed_at end));
  return null;
end $$;
