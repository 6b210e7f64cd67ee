-- From whom a paper came through a link, as the request was then: the applicant may ask somebody else since.
alter table paper
  -- In lower case. Null for papers of others, and once the helper is deleted.
  add column helper_email text check (helper_email is null or sent_by = 'helper'),
  -- Whether the applicant had waived the right to see it.
  add column is_waived boolean not null default false check (not is_waived or sent_by = 'helper');
create index paper_helper on paper (helper_email) where helper_email is not null;
