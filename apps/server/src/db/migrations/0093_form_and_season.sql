-- Which form an application is to, in which season, and by which release its answers were saved last. The version before knows one
-- form and one application for each account: what it makes is of the first form and season.
alter table form_release add column id bigint generated always as identity unique;
alter table application
  add column form text not null default 'freshman',
  add column season text not null default '2027',
  add column release_id bigint references form_release (id);
create unique index application_of_form on application (account_id, form, season);
-- The release that was filled in; its hash is in form_version.
alter table submission add column release_id bigint references form_release (id);
update submission set release_id = form_release.id
  from form_release where form_release.form = 'freshman' and form_release.hash = submission.form_version;
