-- Up Migration
-- where a member came from, as the address of their first page told it (R3.09); empty: not told
create table signup_tracking (
  account_id uuid primary key references accounts on delete cascade,
  network text not null check (length(network) <= 100),
  ref text not null check (length(ref) <= 100),
  sub1 text not null check (length(sub1) <= 100),
  sub2 text not null check (length(sub2) <= 100),
  sub3 text not null check (length(sub3) <= 100),
  created_at timestamptz not null
);

alter table profiles add column sexuality_consent_at timestamptz;
comment on column profiles.sexuality_consent_at is 'when the member agreed that their sexuality is kept and used (D11.5)';
