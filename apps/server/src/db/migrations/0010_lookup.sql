-- Schools that the look-ups find. What the sources say is kept as it came; one row of school is what they say together.
create table school_source (
  name text primary key,
  file_name text not null,
  checksum text not null,
  records integer not null,
  imported_at timestamptz not null
);

create table school (
  id bigint generated always as identity primary key,
  category text not null check (category in ('hs_ceeb', 'college_ceeb')),
  name text not null default '',
  aliases text[] not null default '{}',
  ceeb text not null default '',
  address_line_1 text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  country text not null default '',
  closed boolean not null default false,
  -- The name in plain letters with its abbreviations written out: what names are compared and sorted by.
  name_key text collate "C" not null default '',
  -- Every word it is found by: A the name, B other forms of it, C the city, D state and code.
  document tsvector
);
create index school_hs_document on school using gin (document) where category = 'hs_ceeb';
create index school_college_document on school using gin (document) where category = 'college_ceeb';
create index school_name_key on school (category, name_key);
create index school_ceeb on school (ceeb) where ceeb <> '';

create table school_record (
  source text not null references school_source on delete cascade,
  -- The record's name within its source.
  source_id text not null,
  school_id bigint not null references school,
  category text not null,
  -- Sources with a smaller number are believed first.
  precedence smallint not null,
  name text not null,
  aliases text[] not null,
  ceeb text not null,
  -- NCES school id, PSS id or IPEDS unit id, with its kind in front.
  national_id text not null,
  address_line_1 text not null,
  city text not null,
  state text not null,
  zip text not null,
  country text not null,
  closed boolean not null,
  -- Name, city and state in plain letters: the last way to see that two records are one school.
  match_key text not null,
  primary key (source, source_id)
);
create index school_record_school on school_record (school_id);
create index school_record_ceeb on school_record (category, ceeb) where ceeb <> '';
create index school_record_national_id on school_record (national_id) where national_id <> '';
create index school_record_match_key on school_record (category, match_key);

-- The words that schools are found by, to mend typing errors with.
create table school_word (
  category text not null,
  word text collate "C" not null,
  -- In how many schools.
  frequency integer not null,
  -- What is left when one or two letters of its beginning are left out.
  deletes text[] not null,
  primary key (category, word)
);
create index school_word_deletes on school_word using gin (deletes);
