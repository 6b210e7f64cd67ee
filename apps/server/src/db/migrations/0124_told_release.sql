-- Up to which release of the form the applicant has been told of changes; none: the one that the draft was saved with last.
alter table application add column told_release_id bigint references form_release (id);
