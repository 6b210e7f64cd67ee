-- Several photos can be one document: a hint is about a page, and a problem too.
alter table document add column hints jsonb not null default '[]';
update document set hints = jsonb_build_array(jsonb_build_object('page', 1, 'hint', hint)) where hint is not null;
alter table document drop column hint;
alter table document add column problem_page integer;
