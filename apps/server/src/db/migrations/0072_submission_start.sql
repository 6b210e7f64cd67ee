-- When a submission was received that had to wait for a document: it counts as sent then, though its term closes meanwhile.
alter table application add column submission_started_at timestamptz;
