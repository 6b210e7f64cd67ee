-- The language of a printed copy; null: the university's own, in which the office reads it.
alter table pdf_copy add column language text check (language in ('en', 'es'));
