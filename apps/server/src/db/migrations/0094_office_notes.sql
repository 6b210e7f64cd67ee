-- What people of the office write about an application. The applicant may ask to read it.
create table office_note (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references application on delete cascade,
  author_id uuid not null references staff_person,
  text text not null,
  -- Grows with each change: an older one never overwrites a newer one.
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index office_note_application on office_note (application_id, created_at);

-- Submissions that the office has set aside by reopening their applications, as they were sent.
create table reopened_submission (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references application on delete cascade,
  confirmation_number text not null,
  submitted_at timestamptz not null,
  content jsonb,
  sealed_answers jsonb not null default '{}',
  form_version text,
  content_hash text,
  release_id bigint references form_release (id),
  reopened_at timestamptz not null
);
create index reopened_submission_application on reopened_submission (application_id, reopened_at);
