-- Up Migration

-- what the Genesis gateway does not say by our id (0123)
create table genesis_checkouts (
  payment_id uuid primary key,
  reference text not null unique,
  checkout_url text,
  method text,
  customer text,
  remember boolean not null,
  sale text unique,
  refunds uuid[] not null default '{}',
  created_at timestamptz not null
);
comment on table genesis_checkouts is
  'checkout_url: null of a direct debit; customer: whose stored cards the form lists; sale: the transaction that took the money; refunds: ids of those of a direct debit';
create index on genesis_checkouts (created_at);
