-- Up Migration
-- what one staff member wants to do and another one has to confirm: credits and refunds above what one person may give
-- in a day, limits, the company, large discounts (D7.1, D11.4)
create table proposals (
  id uuid primary key default uuidv7(),
  site_id smallint not null references sites,
  member_id uuid references accounts on delete cascade,
  kind text not null check (kind in ('credits', 'refund', 'site', 'code', 'code_on')),
  change jsonb not null,
  reason text not null default '',
  staff_id uuid not null references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'declined', 'expired')),
  decided_by uuid references staff check (decided_by <> staff_id),
  decided_at timestamptz,
  check ((state = 'waiting') = (decided_at is null)),
  check ((state in ('confirmed', 'declined')) = (decided_by is not null))
);
create index proposals_waiting on proposals (created_at, id) where state = 'waiting';
create index proposals_site on proposals (site_id) where state = 'waiting';
create index proposals_member on proposals (member_id, created_at) where member_id is not null;
create index proposals_decided on proposals (decided_at) where decided_at is not null;
comment on column proposals.change is 'what is done once it is confirmed; its form depends on the kind';
comment on column proposals.decided_by is 'the second person, never the one who proposed it';

-- credits that wait for a second person are proposals from now on
insert into proposals (id, site_id, member_id, kind, change, reason, staff_id, created_at, expires_at)
select id, site_id, member_id, 'credits', jsonb_build_object('amount', amount), reason, staff_id, created_at,
  now() + interval '7 days'
from credit_changes where state = 'waiting';
delete from credit_changes where state = 'waiting';

-- who of the staff made a refund, and who confirmed it; null: no person, or before this was recorded
alter table refunds add column staff_id uuid, add column confirmed_by uuid;
