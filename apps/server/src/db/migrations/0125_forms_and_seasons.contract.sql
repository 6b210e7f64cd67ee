-- An account has one application for each form and season (application_of_form). Only versions before 0093 named the
-- constraint in their inserts, and left out form and season.
alter table application
  drop constraint application_account_id_key,
  alter column form drop default,
  alter column season drop default;
