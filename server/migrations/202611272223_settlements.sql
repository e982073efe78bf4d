-- Up Migration

-- when a payment at the sandbox was paid, and a refund paid out: its payouts are of days
alter table sandbox_payments add column completed_at timestamptz;
alter table sandbox_refunds add column completed_at timestamptz;

-- what a payment provider paid out to us, and what it is made of (R13.04)
create table settlements (
  id uuid default uuidv7() primary key,
  provider text not null,
  reference text not null,
  number text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  net_minor integer not null,
  fees_minor integer not null,
  paid_out_at timestamptz not null,
  fetched_at timestamptz not null,
  unique (provider, reference)
);
comment on column settlements.reference is 'the provider''s id';
comment on column settlements.number is 'what stands on the bank statement';
comment on column settlements.net_minor is 'below 0: taken from us';
create index settlements_paid_out on settlements (paid_out_at, id);

create table settlement_lines (
  settlement_id uuid not null references settlements on delete cascade,
  kind text not null check (kind in ('payment', 'refund', 'chargeback')),
  reference text not null,
  payment_reference text not null,
  amount_minor integer not null check (amount_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  primary key (settlement_id, kind, reference)
);
comment on column settlement_lines.payment_reference is 'the provider''s reference of the payment that it is about';
create index settlement_lines_reference on settlement_lines (kind, reference);
