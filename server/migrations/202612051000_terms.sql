-- Up Migration
-- the next terms of a site: a draft, then announced, then in force (docs/decisions/0076)
create table terms_versions (
  id uuid primary key default uuidv7(),
  site_id smallint not null references sites on delete cascade,
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  staff_id uuid references staff,
  announced_at timestamptz,
  applies_on date,
  mailed_at timestamptz,
  applied_at timestamptz,
  check ((announced_at is null) = (applies_on is null)),
  check (announced_at is not null or (mailed_at is null and applied_at is null)),
  check (applies_on > (announced_at at time zone 'UTC')::date + 30)
);
create unique index terms_versions_open on terms_versions (site_id) where applied_at is null;
create index terms_versions_site on terms_versions (site_id);
create index terms_versions_staff on terms_versions (staff_id) where staff_id is not null;
comment on column terms_versions.texts is 'sections that differ, by keys such as en.s3; null: the built-in text';
comment on column terms_versions.mailed_at is 'when every member of that time had been mailed';
-- which members were mailed about which announced terms, so that none is mailed twice
create table terms_notices (
  version_id uuid not null references terms_versions on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  mailed_at timestamptz not null,
  primary key (version_id, account_id)
);
create index terms_notices_account on terms_notices (account_id);
