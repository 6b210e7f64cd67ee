-- The reasons that staff write for what they do with one application. The audit trail names them by id and can't be changed;
-- they go with the application.
create table office_reason (
  id uuid primary key,
  application_id uuid not null references application on delete cascade,
  text text not null
);
create index office_reason_application on office_reason (application_id);
