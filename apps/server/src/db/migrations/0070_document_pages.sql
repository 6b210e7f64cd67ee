-- Of the converted PDF; null for documents that were converted before this.
alter table document add column page_count integer;
-- What the owner of a photo should look at, though it may be right.
alter table document add column hint text check (hint in ('dark', 'bright', 'blurred'));
