-- The PDFs of submissions that were set aside stay in the store, whatever becomes of the documents since.
alter table reopened_submission add column pdf_keys jsonb
  generated always as (jsonb_path_query_array(content, '$.documents.*.pdf_key')) stored;
create index reopened_submission_pdf_keys on reopened_submission using gin (pdf_keys);
