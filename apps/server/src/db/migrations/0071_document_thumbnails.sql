-- How many of the first pages have a small picture in the store; none of documents that were converted before this.
alter table document add column thumbnail_count integer not null default 0;
