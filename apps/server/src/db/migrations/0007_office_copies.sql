-- The office's copy of a submission, in which sealed answers stay sealed, beside the applicant's own.
alter table pdf_copy add column is_sealed boolean not null default false;
alter table pdf_copy drop constraint pdf_copy_application_id_version_key;
alter table pdf_copy add unique (application_id, version, is_sealed);
