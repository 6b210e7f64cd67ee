-- What somebody of the office does to many applications at once: taken up again after a crash, each application once.
create table office_many (
  -- The browser's own, so that a press that is sent twice is one.
  id uuid primary key,
  staff_id uuid not null references staff_person,
  network text not null,
  act jsonb not null,
  created_at timestamptz not null,
  started_at timestamptz,
  done_at timestamptz
);
create table office_many_item (
  many_id uuid not null references office_many on delete cascade,
  application_id uuid not null references application on delete cascade,
  done_at timestamptz,
  -- Why nothing was done to it.
  left_out text,
  primary key (many_id, application_id)
);
