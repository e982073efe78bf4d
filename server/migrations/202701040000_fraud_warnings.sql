-- Up Migration

-- Who was told that a member with whom they exchanged messages was banned for fraud (R10.02); once for each ban.
create table fraud_warnings (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  member_id uuid not null references accounts on delete cascade,
  about_id uuid references accounts on delete set null,
  about_name text not null,
  decision_id uuid not null,
  ground text not null,
  last_at timestamptz not null,
  credits int not null check (credits >= 0),
  warned_at timestamptz not null,
  lifted_at timestamptz,
  unique (member_id, decision_id)
);
create index fraud_warnings_about on fraud_warnings (about_id);
