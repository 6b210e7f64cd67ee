-- A request may ask the applicant to correct answers of the submission: those to these questions, by key.
alter table item
  add column asked_keys jsonb,
  drop constraint item_request_kind_check,
  add constraint item_request_kind_check check (request_kind in ('paper', 'explanation', 'correction')),
  add constraint item_asked_keys_check check ((asked_keys is null) = (request_kind is distinct from 'correction'));

alter table reopened_submission
  -- The questions that a correction has changed the answers of; null if the application was reopened.
  add column changed_keys jsonb,
  -- The request that they were corrected for; null if the office corrected them.
  add column item_id uuid references item on delete set null;
