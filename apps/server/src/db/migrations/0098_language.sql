-- The language that an owner reads, and that an application was sent in; null: the university's own.
alter table account add column language text check (language in ('en', 'es'));
alter table submission add column language text check (language in ('en', 'es'));
