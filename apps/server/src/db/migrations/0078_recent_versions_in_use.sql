-- From this version on a save writes into recent_versions alone, and moves them over when they are many. A version that does not
-- know the column goes by answer_versions: what it saves could overwrite something newer, so it is refused here.
create function application_recent_versions_are_known() returns trigger language plpgsql as $$
begin
  raise exception 'a version of the product that does not know recent_versions saves answers';
end $$;
create trigger application_recent_versions_are_known before update of answer_versions on application
  for each row when (old.recent_versions <> '{}' and new.recent_versions <> '{}')
  execute function application_recent_versions_are_known();
