-- Up Migration

-- sites that are removed for good: their accounts are erased, their hosts free; books and receipts stay (0066)
create table site_removals (
  site_id smallint primary key references sites,
  staff_id uuid references staff,
  confirmed_by uuid references staff,
  started_at timestamptz not null,
  finished_at timestamptz,
  check (staff_id <> confirmed_by),
  check ((staff_id is null) = (confirmed_by is null))
);
comment on table site_removals is 'staff_id, confirmed_by: null if a command started it';

alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in ('credits', 'refund', 'site', 'code', 'code_on',
  'refund_all', 'remove_site')) not valid;
