-- An item that the applicant does not see waits for others, not for the applicant.
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
    completed_at = case when standing.checklist = 'complete' then standing.changed_at end
  from standing
  where application_id = changed
    and (office_application.checklist, office_application.to_check_since, office_application.completed_at)
      is distinct from (standing.checklist, standing.to_check_since,
        case when standing.checklist = 'complete' then standing.changed_at end);
  return null;
end $$;
drop trigger office_application_items on item;
create trigger office_application_items after insert or delete or update of state, came_at, is_hidden on item
  for each row execute function office_application_items();
