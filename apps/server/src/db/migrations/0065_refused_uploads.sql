-- Which rule an upload broke that our own store refused: the browser could not see it, and asks for its conversion all the same.
alter table document_upload add column broken_rule text check (broken_rule in ('size', 'empty'));
