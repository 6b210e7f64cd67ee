-- Pictures and PDFs never wait behind Word files: each lane has its own slots.
alter table document add column lane text not null default 'quick' check (lane in ('quick', 'word'));
update document set lane = 'word' where file_name ilike '%.docx';
-- Not begun again before this time, after a fault of ours.
alter table document add column retry_at timestamptz;

-- Each run of a converter: what now runs, what applicants have cost, and how conversions end. It outlives its document, and names
-- no file. Without a foreign key: a worker that begins a run must not wait for whoever holds the application.
create table conversion_run (
  id bigint generated always as identity primary key,
  application_id uuid not null,
  document_id uuid not null,
  lane text not null check (lane in ('quick', 'word')),
  -- Number of the advisory lock that the working process holds.
  claimed_by bigint not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- What the file is by its content; null when nobody came so far as to look.
  kind text,
  file_size integer not null,
  outcome text check ((outcome is null) = (ended_at is null)),
  problem text
);
-- One conversion runs per applicant, whoever tries to begin a second.
create unique index conversion_run_open on conversion_run (application_id) where ended_at is null;
create index conversion_run_application on conversion_run (application_id, started_at);
create index conversion_run_age on conversion_run (started_at);
