-- Names that begin alike, those of one state first.
create index school_state_name_key on school (category, state, name_key);
