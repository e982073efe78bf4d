-- Up Migration

-- what two people of the staff had paid to partners, in one file for the bank (R13.02)
create table partner_payout_lists (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  payer_name text not null,
  payer_iban text not null,
  staff_id uuid not null references staff,
  confirmed_by uuid not null references staff,
  created_at timestamptz not null,
  check (staff_id <> confirmed_by)
);
comment on column partner_payout_lists.staff_id is 'who proposed it';
create index partner_payout_lists_site on partner_payout_lists (site_id, created_at);
create index partner_payout_lists_staff on partner_payout_lists (staff_id);
create index partner_payout_lists_confirmed_by on partner_payout_lists (confirmed_by);

create table partner_payouts (
  id uuid default uuidv7() primary key,
  list_id uuid not null references partner_payout_lists,
  partner_id uuid not null references partners,
  name text not null,
  iban text not null,
  amount_minor bigint not null check (amount_minor > 0),
  unique (list_id, partner_id)
);
comment on table partner_payouts is 'append-only; what a partner is owed is the sum of the statements less these';
create index partner_payouts_partner on partner_payouts (partner_id);

create trigger partner_payouts_append_only before update or delete on partner_payouts
  for each row execute function refuse_change();

alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in ('credits', 'refund', 'site', 'code', 'code_on',
  'refund_all', 'remove_site', 'payout')) not valid;
