-- Up Migration
-- withdrawals from purchases (D7.7; Directive (EU) 2023/2673)
create table withdrawals (
  id uuid primary key default uuidv7(),
  site_id smallint not null references sites,
  member_id uuid references accounts on delete cascade,
  payment_id uuid references payments on delete cascade,
  refund_id uuid references refunds on delete cascade,
  outcome text not null check (outcome in ('refunded', 'recorded')),
  email text,
  number text not null,
  credits int not null default 0 check (credits >= 0),
  amount_minor int not null default 0 check (amount_minor >= 0),
  created_at timestamptz not null,
  closed_at timestamptz,
  check (outcome <> 'refunded' or (refund_id is not null and amount_minor > 0))
);
create unique index withdrawals_once on withdrawals (payment_id) where outcome = 'refunded';
create index withdrawals_payment on withdrawals (payment_id) where payment_id is not null;
create index withdrawals_refund on withdrawals (refund_id) where refund_id is not null;
create index withdrawals_member on withdrawals (member_id, created_at) where member_id is not null;
create index withdrawals_open on withdrawals (created_at) where outcome = 'recorded' and closed_at is null;
comment on column withdrawals.member_id is 'null: the address belongs to no account of the site';
comment on column withdrawals.email is 'as given by a visitor; null: declared by the logged-in member';
comment on column withdrawals.number is 'of the payment or the receipt, as given';
comment on column withdrawals.outcome is 'recorded: nothing was refunded automatically; staff look at it and close it';
