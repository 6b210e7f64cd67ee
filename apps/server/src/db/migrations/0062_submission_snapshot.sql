-- What was submitted, as every reader of a submitted application sees it for good. All null for applications that were
-- submitted before there were snapshots: they are read from their own rows, which nobody can change after a submission.
alter table submission
  add column content jsonb,
  -- Those answers of the content that are encrypted (key to ciphertext).
  add column sealed_answers jsonb not null default '{}',
  -- The hash of the form that was filled in, and that of the content.
  add column form_version text,
  add column content_hash text,
  add check ((content is null) = (form_version is null) and (content is null) = (content_hash is null));
