-- The colleague or operator who made a link: the events of its look and use name them.
alter table staff_link add column made_by text;
