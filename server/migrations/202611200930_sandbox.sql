-- Up Migration
-- the sandbox's own books (D7.3): what a real provider would keep on its side
create table sandbox_payments (
  reference text primary key,
  payment_id uuid not null unique,
  amount_minor int not null check (amount_minor > 0),
  currency char(3) not null,
  description text not null,
  merchant text not null,
  country char(2) not null,
  method text,
  language text not null,
  return_url text not null,
  webhook_url text not null,
  status text not null default 'open' check (status in ('open', 'pending', 'completed', 'failed', 'cancelled')),
  created_at timestamptz not null
);
