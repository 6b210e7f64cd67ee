-- The role that the claim of the university's provider named last. It counts for people without a role of the office's own.
alter table staff_person add column claimed_role text;
