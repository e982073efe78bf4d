-- Up Migration
-- receipts and credit notes (D7.8): numbers without gaps for each company and year
create table receipt_counters (
  company_id int not null references companies,
  year smallint not null,
  last int not null check (last > 0),
  primary key (company_id, year)
);
comment on table receipt_counters is 'its row is locked until the receipt is committed, so that no number is lost or used twice';

create table receipts (
  id uuid primary key default uuidv7(),
  site_id smallint not null references sites,
  company_id int not null references companies,
  year smallint not null,
  number int not null,
  kind text not null check (kind in ('receipt', 'credit_note')),
  payment_id uuid not null references payments,
  refund_id uuid unique references refunds,
  corrects_id uuid references receipts,
  member_id uuid references accounts,
  seller jsonb not null,
  buyer_name text not null,
  buyer_country char(2),
  credits int not null check (credits >= 0),
  list_minor int not null check (list_minor >= amount_minor),
  amount_minor int not null check (amount_minor > 0),
  currency char(3) not null,
  vat_percent numeric(4, 1) not null,
  vat_minor int not null,
  method text,
  language text not null,
  issued_at timestamptz not null,
  unique (company_id, year, number),
  check ((kind = 'credit_note') = (refund_id is not null and corrects_id is not null))
);
create unique index receipts_payment_once on receipts (payment_id) where kind = 'receipt';
create index receipts_payment on receipts (payment_id);
create index receipts_corrects on receipts (corrects_id) where corrects_id is not null;
create index receipts_member on receipts (member_id) where member_id is not null;
create trigger receipts_kept before delete on receipts for each row execute function refuse_change();
comment on column receipts.seller is 'the company as it was on that day: name, address, numbers';
comment on column receipts.member_id is 'null: the member is erased; tax law keeps the receipt without the person';
