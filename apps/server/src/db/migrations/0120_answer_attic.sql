-- Answers that a change of the form took, or that a newer release wrote while an older one served: shown nowhere as answers, and back
-- in the draft when the change is undone. See packages/form-engine/src/releases.
create table answer_attic (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references application on delete cascade,
  migration text not null,
  -- Of the change in its migration; -1 for what none names.
  place integer not null,
  key text not null,
  reason text not null,
  -- What was taken and what it became; empty where it is sealed.
  content jsonb not null default '{}',
  sealed_answers jsonb not null default '{}',
  versions jsonb not null default '{}',
  -- The release that the answer was given to; none for one before releases were kept.
  release_id bigint references form_release (id),
  taken_at timestamptz not null,
  unique (application_id, migration, place, key)
);
