-- How many reminders of its term's end a draft has had, and since when its applicant wants none.
alter table application add column reminders_sent integer not null default 0 check (reminders_sent between 0 and 3);
alter table application add column reminders_off_at timestamptz;
-- Where whoever gets a mail stops more of its kind (RFC 8058).
alter table mail_outbox add column unsubscribe_url text;
