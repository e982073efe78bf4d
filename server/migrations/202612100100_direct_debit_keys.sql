-- Up Migration
-- keyed hashes of the bank account and the phone, so that limits and blocks hold for them across accounts (D7.5)
alter table direct_debits add column iban_key bytea, add column phone_key bytea;
comment on column direct_debits.iban_key is 'HMAC of site and IBAN; null: authorised before it was stored';

-- what was debited from a bank account; outlives the member's account, and names neither
create table direct_debit_uses (
  id uuid primary key,
  site_id smallint not null references sites,
  iban_key bytea not null,
  phone_key bytea not null,
  amount_minor int not null check (amount_minor > 0),
  payment_id uuid references payments on delete cascade,
  confirmed_at timestamptz not null,
  barred_at timestamptz
);
create index direct_debit_uses_iban on direct_debit_uses (iban_key, confirmed_at);
create index direct_debit_uses_phone on direct_debit_uses (phone_key, confirmed_at);
create index direct_debit_uses_payment on direct_debit_uses (payment_id) where payment_id is not null;
create index direct_debit_uses_confirmed on direct_debit_uses (confirmed_at);
comment on column direct_debit_uses.id is 'the id that the direct debit had';
comment on column direct_debit_uses.barred_at is 'charged back: account and phone are refused until staff lift it';

-- how many text messages each site sent in a day, for its limit
create table sms_days (
  site_id smallint not null references sites,
  day date not null,
  queued int not null check (queued > 0),
  stopped boolean not null,
  primary key (site_id, day)
);
comment on column sms_days.stopped is 'the site''s limit of the day is reached: an alert reads it';
