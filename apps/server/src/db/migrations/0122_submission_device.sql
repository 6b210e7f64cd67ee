-- What an application was sent from; null where the browser does not say, and for those sent before.
alter table submission add column device text check (device in ('phone', 'tablet', 'computer'));

-- Both are empty until an application is sent.
alter table office_application
  add column language text not null default '',
  add column device text not null default '';

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
    language = case when submission.application_id is null then '' else coalesce(submission.language, 'en') end,
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
update office_application set language = coalesce(submission.language, 'en')
  from submission where submission.application_id = office_application.application_id;

-- Filters that few applications fit, and those that many do, in the list's usual order.
create index office_application_documents on office_application (documents, moment, application_id) where status <> 'none';
create index office_application_residence on office_application (residence, moment, application_id) where status <> 'none';
create index office_application_language on office_application (language, moment, application_id) where status <> 'none';
drop index office_application_waiting;
