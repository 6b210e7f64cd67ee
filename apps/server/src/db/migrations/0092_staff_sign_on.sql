-- Sign-ons at the provider that are under way; each ends with the first response.
create table staff_sign_on (
  state_hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);
