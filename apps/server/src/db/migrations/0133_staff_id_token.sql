-- The ID token of a session that the university's provider began (encrypted): the provider's logout wants it back.
alter table staff_session add column id_token text;
