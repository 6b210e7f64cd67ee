-- The submissions that exports of a kind (format, filter and role's condition) contained when somebody downloaded them: an export
-- of what came since the last one leaves these out.
create table office_exported (
  kind text not null,
  application_id uuid not null references application on delete cascade,
  submitted_at timestamptz not null,
  -- A withdrawal since is exported again.
  withdrawn_at timestamptz,
  primary key (kind, application_id)
);
create index office_exported_application on office_exported (application_id);
-- What was written into the file; none for an application that was left out, and in exports of earlier versions.
alter table office_export_item add column submitted_at timestamptz, add column withdrawn_at timestamptz;

-- Earlier versions kept what the last export of each kind contained.
insert into office_exported (kind, application_id, submitted_at)
select distinct on (kind, application_id) kind, application_id, submitted_at from (
  select md5(concat_ws(' ', format, filter, condition)) as kind, item.application_id, submission.submitted_at
  from office_export_item as item
    join office_export on office_export.id = item.export_id
    join submission on submission.application_id = item.application_id and submission.submitted_at < office_export.asked_at
  where exists (select from audit_event where kind = 'export_taken' and detail ->> 'export_id' = office_export.id::text)
) as taken;
