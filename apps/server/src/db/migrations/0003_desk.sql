-- The list finds applications by date of birth (YYYY-MM-DD) and by the digits of their phone numbers, separated by spaces.
alter table office_application
  add column birth_date text not null default '',
  add column phone_key text not null default '';
create index office_application_birth_date on office_application (birth_date);
create index office_application_phone on office_application using gin (phone_key gin_trgm_ops) with (fastupdate = off);

-- The columns of a workbook that somebody chose; without a choice, it has all answers.
alter table office_export add column chosen_columns text[];
