-- Up Migration
-- text messages handed to the gateway: no job hands one over twice
create table sms_handed_over (
  id uuid primary key,
  handed_over_at timestamptz not null
);

-- who may collect a direct debit has an identifier (D7.5); companies of demo sites get an invented one
alter table companies add column creditor_id text not null default '';
comment on column companies.creditor_id is 'SEPA creditor identifier; empty: the company collects no direct debits';
update companies set creditor_id = 'NL22ZZZ000000000000'
where id in (select company_id from sites where demo);

-- direct debits: from the form to the payment
create table direct_debits (
  id uuid primary key default uuidv7(),
  site_id smallint not null references sites,
  member_id uuid not null references accounts on delete cascade,
  bundle_id uuid not null references bundles,
  amount_minor int not null check (amount_minor > 0),
  currency char(3) not null,
  discount_code text,
  return_to text,
  language text not null,
  account_holder text not null,
  iban_sealed bytea,
  iban_masked text not null,
  iban_country char(2) not null,
  phone text not null,
  mandate_reference text not null unique,
  authorised_at timestamptz not null,
  collect_on date not null,
  code_hash bytea not null,
  code_sent_at timestamptz not null,
  code_expires_at timestamptz not null,
  tries_left smallint not null check (tries_left >= 0),
  confirmed_at timestamptz,
  payment_id uuid unique references payments on delete cascade,
  created_at timestamptz not null,
  check (payment_id is null or (confirmed_at is not null and iban_sealed is null))
);
create index direct_debits_member on direct_debits (member_id, confirmed_at);
create index direct_debits_created on direct_debits (created_at) where payment_id is null;
comment on column direct_debits.iban_sealed is 'null once the payment is ordered';
comment on column direct_debits.phone is 'E.164 while codes go to it, then masked';
comment on column direct_debits.authorised_at is 'when the box of the authorisation was ticked, in this language';

-- a reversed direct debit blocks its member from others until staff lift it
create table direct_debit_blocks (
  member_id uuid primary key references accounts on delete cascade,
  site_id smallint not null references sites,
  blocked_at timestamptz not null
);
