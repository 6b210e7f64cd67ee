-- Whose mail it is: an address can belong to somebody else later. None for an address without an account.
alter table mail_outbox add column account_id uuid references account on delete cascade;
create index mail_outbox_account on mail_outbox (account_id);

create function mail_of_account() returns trigger language plpgsql as $$
begin
  new.account_id := coalesce(new.account_id, (select id from account where email = new.recipient));
  return new;
end $$;
create trigger mail_of_account before insert on mail_outbox for each row execute function mail_of_account();

update mail_outbox set account_id = account.id from account
where account.email = mail_outbox.recipient and mail_outbox.created_at >= coalesce(
  (select max(at) from audit_event where audit_event.account_id = account.id and kind in ('email_changed', 'email_change_undone')),
  account.created_at);
