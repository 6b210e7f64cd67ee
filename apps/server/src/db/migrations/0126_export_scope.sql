-- Whose applications an export is of: the condition of the role that requested it (none: everything), and the filter, so that
-- "since the last export of this kind" counts from one of the same applications.
alter table office_export add column condition text;
alter table office_export add column filter text not null default '';
create index office_export_kind on office_export (format, filter, asked_at);
