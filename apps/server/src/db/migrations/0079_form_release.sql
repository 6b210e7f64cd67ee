-- Each definition of a form that has served, as it was: what was submitted with it is drawn, printed and exported with it.
create table form_release (
  partner text not null,
  form text not null,
  number integer not null,
  hash text not null,
  -- Not jsonb, which would put the keys in another order.
  definition json not null,
  released_at timestamptz not null,
  primary key (partner, form, number),
  unique (partner, form, hash)
);
