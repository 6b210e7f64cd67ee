-- The office's copy of a submission, in which sealed answers stay sealed, beside the applicant's own.
alter table pdf_copy add column is_sealed boolean not null default false;
alter table pdf_copy drop constraint pdf_copy_application_id_version_key;
alter table pdf_copy add unique (application_id, version, is_sealed);

-- The words of a message to many, kept with each application that got it, under the act that the audit trail has once.
alter table office_reason add column many_id uuid;
create index office_reason_many on office_reason (many_id, application_id) where many_id is not null;

-- The title of an item of the partner's list when it was made, for when the list has it no more.
alter table item add column rule_title text;
