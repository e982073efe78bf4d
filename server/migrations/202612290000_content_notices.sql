-- Up Migration
-- notices of illegal content, by anyone (DSA, article 16); each is worked on as a report
create table content_notices (
  id uuid primary key default gen_random_uuid(),
  site_id smallint not null references sites,
  report_id uuid unique references reports on delete set null,
  name text not null,
  email text not null,
  language text not null,
  place text not null,
  reason text not null,
  text text not null,
  created_at timestamptz not null,
  mailed boolean not null,
  acted boolean,
  words text,
  decided_at timestamptz,
  decided_by uuid references staff,
  objection text,
  objected_at timestamptz,
  upheld boolean,
  answer text,
  answered_at timestamptz,
  check ((acted is null) = (decided_at is null)),
  check (objected_at is null or decided_at is not null),
  check (answered_at is null or objected_at is not null)
);
create index content_notices_site on content_notices (site_id, email, created_at);
create index content_notices_staff on content_notices (decided_by) where decided_by is not null;
create index content_notices_old on content_notices (created_at);
comment on column content_notices.report_id is 'the report that staff decide on: the first one, after an objection the second one; null: purged';
comment on column content_notices.mailed is 'whether a mail confirmed it: one in a day goes to an address';
