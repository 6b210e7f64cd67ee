alter table office_export drop constraint office_export_format_check;
alter table office_export add constraint office_export_format_check
  check (format in ('people_xlsx', 'machine_csv', 'machine_jsonl', 'packets'));
