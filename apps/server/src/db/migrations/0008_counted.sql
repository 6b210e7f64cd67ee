-- The list counts what it shows, up to 10,000 rows: these indexes have all that its usual filters ask, so that no row is read to be counted.
drop index office_application_checklist;
create index office_application_checklist on office_application (checklist, moment, application_id) include (status, email) where status <> 'none';
drop index office_application_to_check;
create index office_application_to_check on office_application (to_check_since, application_id) include (email)
  where checklist = 'to_check' and status = 'submitted';
drop index office_application_stage;
create index office_application_stage on office_application (stage, moment, application_id) include (status, email) where status <> 'none';
drop index office_application_documents;
create index office_application_documents on office_application (documents, moment, application_id) include (email) where status <> 'none';
drop index office_application_residence;
create index office_application_residence on office_application (residence, moment, application_id) include (submitted_at, email) where status <> 'none';
drop index office_application_unread;
create index office_application_unread on office_application (application_id) include (email)
  where status = 'submitted' and (looked_at is null or looked_at < submitted_at);
