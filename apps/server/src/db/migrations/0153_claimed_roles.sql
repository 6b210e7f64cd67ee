-- Earlier versions kept a claimed role in the session alone. Acts on many ask for it beside the person.
update staff_person set claimed_role = (
  select staff_session.claimed_role from staff_session
  where staff_session.staff_id = staff_person.id and staff_session.claimed_role is not null
  order by checked_at desc nulls last limit 1)
where role = '' and claimed_role is null;
