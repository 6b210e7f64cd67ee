-- Which worker prints a copy: the number of the lock that it holds while it lives.
alter table pdf_copy add column claimed_by bigint;
