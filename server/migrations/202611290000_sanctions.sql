-- Up Migration
-- what staff may do to an account (D11.2, D11.4): mute it, suspend it until a date, ban it
alter table accounts drop constraint accounts_status_check;
alter table accounts
  add constraint accounts_status_check check (status in ('not_confirmed', 'active', 'suspended', 'banned', 'deleted')),
  add column suspended_until timestamptz,
  add column banned_at timestamptz,
  add column sanction_version int not null default 0,
  add constraint accounts_suspended check ((status = 'suspended') = (suspended_until is not null)),
  add constraint accounts_banned check ((status = 'banned') = (banned_at is not null));
create index accounts_suspended_until on accounts (suspended_until) where suspended_until is not null;
create index accounts_banned_at on accounts (banned_at) where banned_at is not null;
comment on column accounts.suspended_until is 'from then on the account can be used again; a job lifts the suspension';
comment on column accounts.banned_at is 'the data is kept while the ban can be objected to, then erased';
comment on column accounts.sanction_version is 'changes with each act of staff: an act that was based on an earlier state is refused';

alter table profiles add column muted_until timestamptz;
comment on column profiles.muted_until is 'the member can''t send messages before; may be in the past';

-- staff find members by the beginning of their name
create index accounts_name_beginning on accounts (name_key text_pattern_ops);

-- credits that staff gave or took (D7.1): above a site's limit a second person decides
alter table ledger drop constraint ledger_cause_check;
alter table ledger add constraint ledger_cause_check check (cause in
  ('signup', 'message', 'gift', 'photo', 'photo_refund', 'purchase', 'demo', 'refund', 'refund_failed', 'chargeback',
   'chargeback_reversed', 'debt', 'staff'));
create table credit_changes (
  id uuid primary key default uuidv7(),
  site_id smallint not null references sites,
  member_id uuid not null references accounts on delete cascade,
  amount int not null check (amount <> 0),
  reason text not null,
  state text not null check (state in ('waiting', 'booked', 'refused')),
  staff_id uuid not null references staff,
  created_at timestamptz not null,
  decided_by uuid references staff check (decided_by <> staff_id),
  decided_at timestamptz,
  check ((decided_by is null) = (decided_at is null)),
  check (state <> 'waiting' or decided_by is null)
);
create index credit_changes_member on credit_changes (member_id, created_at);
comment on column credit_changes.amount is 'above 0 given, below 0 taken';
comment on column credit_changes.decided_by is 'the second person; null: none was needed, or it waits for one';
