-- The ids of the secrets that sealed answers may be sealed with. An id is derived from its secret and tells nothing about it:
-- a process with another secret finds here that it must not start.
create table secret_key (
  id text primary key,
  created_at timestamptz not null
);
