-- The list's standing views count few rows among many.
create index office_application_unread on office_application (application_id)
  where status = 'submitted' and (looked_at is null or looked_at < submitted_at);
create index office_application_waiting on office_application (application_id) where documents = 'waiting';

-- Words and names go into their indexes at once: each search would read through a list of what is not there yet.
alter index office_application_search set (fastupdate = off);
alter index office_application_similar set (fastupdate = off);
alter index office_application_labels set (fastupdate = off);
select gin_clean_pending_list(index) from unnest(array[
  'office_application_search', 'office_application_similar', 'office_application_labels']::regclass[]) as index;

-- What the office asks of one application's events.
create index audit_event_application on audit_event ((detail ->> 'application_id'), id) where detail ->> 'application_id' is not null;
