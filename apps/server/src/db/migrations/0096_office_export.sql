-- Exports that people of the office have asked for: made by the worker, listed for seven days.
create table office_export (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff_person,
  network text not null,
  format text not null check (format in ('people_xlsx', 'machine_csv', 'machine_jsonl')),
  purpose text not null,
  receiver text,
  asked_at timestamptz not null,
  started_at timestamptz,
  done_at timestamptz,
  failed_at timestamptz,
  -- Rows that are written so far.
  done integer not null default 0,
  -- Names of columns with spaces between them, and how many parts of a file there are in the store.
  columns text not null default '',
  parts integer not null default 0,
  size bigint not null default 0
);
create index office_export_age on office_export (asked_at);

-- What is in it, as it was chosen when it was asked for.
create table office_export_item (
  export_id uuid not null references office_export on delete cascade,
  application_id uuid not null references application on delete cascade,
  primary key (export_id, application_id)
);
