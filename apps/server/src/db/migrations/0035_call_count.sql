-- Calls of the current minutes, added up over all web servers. Unlogged: a crash of the database may forget them.
create unlogged table call_count (
  subject text primary key,
  started_at timestamptz not null,
  calls integer not null
);
create index call_count_started_at on call_count (started_at);
