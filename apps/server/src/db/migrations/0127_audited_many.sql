-- The events of acts on many applications, by the confirmation numbers, or ids of drafts, of the applications.
create index audit_event_many on audit_event using gin (string_to_array(detail ->> 'applications', ' ')) where kind = 'acted_on_many';
