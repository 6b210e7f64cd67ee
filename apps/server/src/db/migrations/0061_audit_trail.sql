-- Who did it, from which network, and by which service link. Null in lines from before: it was not recorded.
alter table audit_event add column actor text;
alter table audit_event add column token_id uuid;
alter table audit_event add column network text;
create index audit_event_account on audit_event (account_id, id);
create index audit_event_at on audit_event (at);
create index audit_event_strangers on audit_event (at) where account_id is null and kind = 'login_failed';

-- The one exception: failed logins at addresses without an account are deleted after 30 days.
create or replace function audit_event_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if old.account_id is null and old.kind = 'login_failed' and old.at < now() - interval '30 days' then
      return old;
    end if;
  end if;
  raise exception 'audit events are never changed';
end
$$;

-- Deletes up to 20,000 of them and returns how many. Runs as the role that owns the tables, since the one that serves may
-- delete nothing here.
create function delete_old_failed_logins() returns bigint language sql security definer set search_path = public, pg_temp as $$
  with deleted as (
    delete from audit_event where id in (
      select id from audit_event
      where account_id is null and kind = 'login_failed' and at < now() - interval '30 days'
      order by at limit 20000
    ) returning id
  )
  select count(*) from deleted
$$;
