-- A sign-up for an address that has an account is kept like any other, so that logging in tells nobody that there is one.
-- Its code is never mailed, and it can never be confirmed.
alter table pending_signup add column is_decoy boolean not null default false;
-- When its newest code was mailed; null when the address had had too many mails.
alter table pending_signup add column mailed_at timestamptz;
update pending_signup set mailed_at = created_at;
-- Codes that its own browser had sent again.
alter table pending_signup add column resends integer not null default 0;
-- A keyed hash of the network that asked for a mail; null when nobody from outside did.
alter table mail_outbox add column requester bytea;
create index mail_outbox_requested on mail_outbox (created_at) where requester is not null;
