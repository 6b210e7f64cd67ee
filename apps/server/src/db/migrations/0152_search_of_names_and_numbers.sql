-- Confirmation numbers are found by their last eight characters.
create index office_application_number_end on office_application (lower(right(replace(confirmation_number, '-', ''), 8)))
  where confirmation_number is not null;
-- Letters that Unicode doesn't decompose, as packages/school-search/src/school-text.ts folds them from now on.
update office_application set
  name_key = translate(name_key, 'ıəħŋɗɓƙŧ', 'iehndbkt'),
  school_key = translate(school_key, 'ıəħŋɗɓƙŧ', 'iehndbkt'),
  assigned_key = translate(assigned_key, 'ıəħŋɗɓƙŧ', 'iehndbkt')
where concat(name_key, school_key, assigned_key) ~ '[ıəħŋɗɓƙŧ]';
