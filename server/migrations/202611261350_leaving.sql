-- Up Migration
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (reason in ('withdrawal', 'withdrawn_unpaid', 'staff',
  'code_used_twice', 'account_erased', 'provider', 'account_deleted', 'banned', 'site_closed')) not valid;

alter table accounts add column asked_to_stay_at timestamptz;
comment on column accounts.asked_to_stay_at is
  'a mail asked whether the account is still wanted, after two years of silence; any later activity answers it';

-- as long as it is remembered which first messages were marked
alter table message_risks add column created_at timestamptz not null default now();

alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in ('credits', 'refund', 'site', 'code', 'code_on',
  'refund_all')) not valid;

-- a site that closes: all that its members bought and have not spent goes back
create table closing_refunds (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  staff_id uuid not null references staff,
  confirmed_by uuid not null references staff,
  started_at timestamptz not null,
  finished_at timestamptz,
  check (staff_id <> confirmed_by)
);
create unique index closing_refunds_running on closing_refunds (site_id) where finished_at is null;
