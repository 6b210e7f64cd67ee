-- Who wrote which answer last, for the few answers of the latest saves. Of an answer that is here and in answer_versions, this one
-- counts. This version reads both and writes answer_versions, so that the next one may write here.
alter table application add column recent_versions jsonb not null default '{}';
