-- Where an application stands in the office's own process: the id of a stage of the partner's list, or '' for none.
alter table office_application add column stage text not null default '';
create index office_application_stage on office_application (stage, moment, application_id) where status <> 'none';
