-- Up Migration
-- discount codes (D7.6)
create table discount_codes (
  id uuid primary key default uuidv7(),
  site_id smallint not null references sites,
  code citext not null check (code ~ '^[A-Za-z0-9_-]{3,40}$'),
  percentage smallint check (percentage between 1 and 90),
  value_minor int check (value_minor > 0),
  currency char(3),
  minimum_minor int not null default 0 check (minimum_minor >= 0),
  country char(2),
  member_id uuid references accounts on delete cascade,
  validity text not null check (validity in ('once', 'once-per-user', 'many')),
  methods text[] not null default '{}',
  first_purchase boolean not null default false,
  window_seconds int check (window_seconds > 0),
  expires_at timestamptz,
  active boolean not null default true,
  created_at timestamptz not null,
  unique (site_id, code),
  check ((percentage is null) <> (value_minor is null)),
  check (value_minor is null or currency is not null)
);
create index discount_codes_member on discount_codes (member_id) where member_id is not null;
comment on column discount_codes.currency is 'of value_minor and minimum_minor; null: a percentage in any currency';
comment on column discount_codes.methods is 'payment methods it is limited to; empty: all';
comment on column discount_codes.window_seconds is 'valid for this long after the member signed up; null: no such limit';

-- an order reserves its code; the index allows one use at a time for each key, whatever happens at once
create table discount_uses (
  payment_id uuid primary key references payments on delete cascade,
  code_id uuid not null references discount_codes on delete cascade,
  member_id uuid references accounts on delete set null,
  use_key uuid not null,
  state text not null default 'reserved' check (state in ('reserved', 'spent', 'freed'))
);
create unique index discount_uses_once on discount_uses (code_id, use_key) where state in ('reserved', 'spent');
create index discount_uses_member on discount_uses (member_id) where member_id is not null;
comment on column discount_uses.use_key is 'once: the code; once-per-user: the member; many: the payment';
comment on column discount_uses.state is 'freed: the payment failed, or the member ordered again with the same code';

-- what a payment cost before its discount, and what went back
alter table payments
  add column list_minor int,
  add column language text not null default 'en',
  add column stored_method_id uuid,
  add column refunded_minor int not null default 0 check (refunded_minor >= 0),
  add column charged_back_minor int not null default 0 check (charged_back_minor >= 0),
  add constraint payments_not_more_back check (refunded_minor <= amount_minor and charged_back_minor <= amount_minor);
update payments set list_minor = amount_minor;
alter table payments alter column list_minor set not null, alter column language drop default;
comment on column payments.list_minor is 'the price before the discount; amount_minor is what is paid';
comment on column payments.stored_method_id is 'the stored method it was paid with, without a visit to the provider';

-- money that goes back because we or the provider sent it (D7.4, D7.7)
create table refunds (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payments on delete cascade,
  amount_minor int not null check (amount_minor > 0),
  credits int not null default 0 check (credits >= 0),
  reason text not null check (reason in ('withdrawal', 'staff', 'code_used_twice', 'account_erased', 'provider')),
  status text not null default 'queued' check (status in ('queued', 'pending', 'completed', 'failed')),
  provider_reference text,
  created_at timestamptz not null,
  completed_at timestamptz,
  unique (payment_id, provider_reference)
);
create index refunds_payment on refunds (payment_id);
create index refunds_unsettled on refunds (created_at) where status in ('queued', 'pending');
comment on column refunds.credits is 'credits that were taken back for it';

-- money that the buyer's bank took back
create table chargebacks (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payments on delete cascade,
  provider_reference text not null,
  amount_minor int not null check (amount_minor > 0),
  credits int not null check (credits >= 0),
  created_at timestamptz not null,
  reversed_at timestamptz,
  unique (payment_id, provider_reference)
);
comment on column chargebacks.credits is 'credits that were taken back or became a debt';
comment on column chargebacks.reversed_at is 'the bank gave the money to us again';

-- credits that a member owes: a chargeback took more than the balance had (D7.1)
alter table wallets add column debt int not null default 0 check (debt >= 0);
create table debts (
  id bigint generated always as identity primary key,
  site_id smallint not null references sites,
  member_id uuid not null references wallets on delete cascade,
  amount int not null check (amount <> 0),
  cause text not null check (cause in
    ('refund', 'refund_failed', 'chargeback', 'chargeback_reversed', 'purchase')),
  cause_id uuid not null,
  created_at timestamptz not null,
  unique (cause, cause_id)
);
create index debts_member on debts (member_id, id);
create trigger debts_append_only before update on debts for each row execute function refuse_change();
comment on table debts is 'append-only; wallets.debt is its sum';

alter table ledger drop constraint ledger_cause_check;
alter table ledger add constraint ledger_cause_check check (cause in
  ('signup', 'message', 'purchase', 'demo', 'refund', 'refund_failed', 'chargeback', 'chargeback_reversed', 'debt'));

-- what a provider keeps for a member: their customer, and methods they may pay with again (D7.3)
create table payment_customers (
  member_id uuid not null references accounts on delete cascade,
  provider text not null,
  reference text not null,
  primary key (member_id, provider)
);
create table stored_methods (
  id uuid primary key default uuidv7(),
  site_id smallint not null references sites,
  member_id uuid not null references accounts on delete cascade,
  provider text not null,
  reference text not null,
  method text not null,
  label text not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  unique (provider, reference)
);
create index stored_methods_member on stored_methods (member_id, used_at desc);
comment on column stored_methods.label is 'what its owner recognises, such as •••• 4242';

-- the sandbox's side of the same
alter table sandbox_payments
  add column customer text,
  add column mandate text,
  add column remember boolean not null default false;
create table sandbox_refunds (
  reference text primary key,
  payment_reference text not null references sandbox_payments on delete cascade,
  refund_id uuid unique,
  amount_minor int not null check (amount_minor > 0),
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed')),
  created_at timestamptz not null
);
create index sandbox_refunds_payment on sandbox_refunds (payment_reference);
create table sandbox_chargebacks (
  reference text primary key,
  payment_reference text not null references sandbox_payments on delete cascade,
  amount_minor int not null check (amount_minor > 0),
  reversed boolean not null default false,
  created_at timestamptz not null
);
create index sandbox_chargebacks_payment on sandbox_chargebacks (payment_reference);
create table sandbox_mandates (
  reference text primary key,
  customer text not null,
  method text not null,
  label text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index sandbox_mandates_customer on sandbox_mandates (customer);

-- D7.2: "most chosen" is counted, never invented
alter table bundles add column chosen int not null default 0;
comment on column bundles.chosen is 'buyers of the last 90 days; a daily job counts them';

-- R9.03: sites of today get the welcome code
insert into discount_codes (site_id, code, percentage, validity, first_purchase, window_seconds, created_at)
select id, 'TIMEBONUS25', 25, 'once-per-user', true, 14400, now() from sites;
