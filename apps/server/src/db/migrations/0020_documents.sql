-- Uploads that were allowed and not yet used: each key is for one file of one question.
create table document_upload (
  file_key text primary key,
  application_id uuid not null references application on delete cascade,
  answer_key text not null,
  created_at timestamptz not null
);
create index document_upload_application on document_upload (application_id, created_at);
create index document_upload_age on document_upload (created_at);

-- What was uploaded for a question, and its conversion. A new upload is a new row.
create table document (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references application on delete cascade,
  answer_key text not null,
  file_name text not null,
  file_size integer not null,
  -- The uploaded file; kept until its conversion has ended.
  file_key text not null,
  pdf_key text,
  status text not null check (status in ('UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'NOT_ANSWERED')),
  -- Why it failed: a key of the table of problems.
  problem text check ((problem is not null) = (status = 'FAILED')),
  -- What the conversion waits for on this machine; then its time does not run.
  waits_for text,
  attempts integer not null default 0,
  -- Number of the advisory lock that the working process holds: whoever can take it knows that the process is gone.
  claimed_by bigint check ((claimed_by is not null) = (status = 'IN_PROGRESS')),
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (application_id, answer_key)
);
create index document_open on document (created_at) where status in ('UNPROCESSED', 'IN_PROGRESS');
