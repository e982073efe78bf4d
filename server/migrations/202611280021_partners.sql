-- Up Migration

-- who is paid for the members of some networks of a site (R13.02)
create table partners (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  name text not null check (length(name) between 1 and 70),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  iban text check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$'),
  least_payout_minor int not null check (least_payout_minor > 0),
  closed_to text not null check (closed_to ~ '^\d{4}-\d{2}$'),
  created_at timestamptz not null,
  link_id uuid unique,
  unique (site_id, name)
);
comment on column partners.name is 'of the company, which is also the holder of its bank account';
comment on column partners.currency is 'of the amounts for a signup and a buyer; a share has the currency of its purchase';
comment on column partners.link_id is 'of the link to the partner''s own page; null: there is none, or it was revoked';
comment on column partners.closed_to is 'the last month that has a statement, or the month before the partner was added';

-- what a link names; a name is added if a network is renamed, and none is taken away, so that past months stay
create table partner_networks (
  site_id smallint not null references sites,
  network text not null check (length(network) between 1 and 100),
  partner_id uuid not null references partners,
  from_day date not null,
  primary key (site_id, network)
);
create index partner_networks_partner on partner_networks (partner_id);

-- what is paid for what happens from a day on, until the next terms; a day that is over never gets others
create table partner_terms (
  partner_id uuid not null references partners,
  from_day date not null,
  signup_minor int not null check (signup_minor >= 0),
  buyer_minor int not null check (buyer_minor >= 0),
  share_points int not null check (share_points between 0 and 10000),
  hold_days int not null check (hold_days between 0 and 180),
  staff_id uuid references staff,
  created_at timestamptz not null,
  primary key (partner_id, from_day)
);
comment on column partner_terms.share_points is 'hundredths of a percent of a purchase without VAT and without what went back';
create index partner_terms_staff on partner_terms (staff_id) where staff_id is not null;

-- a purchase by which a partner earns, and no person: it stays when the buyer is erased, so that money that goes back
-- later takes the commission back
create table partner_sales (
  payment_id uuid primary key references payments,
  partner_id uuid not null references partners,
  day date not null,
  is_first boolean not null
);
create index partner_sales_partner on partner_sales (partner_id, day);

create table partner_statements (
  id uuid default uuidv7() primary key,
  partner_id uuid not null references partners,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  signups int not null check (signups >= 0),
  signups_minor bigint not null check (signups_minor >= 0),
  buyers int not null check (buyers >= 0),
  buyers_minor bigint not null check (buyers_minor >= 0),
  sales int not null check (sales >= 0),
  sales_minor bigint not null check (sales_minor >= 0),
  reversals int not null check (reversals >= 0),
  reversals_minor bigint not null check (reversals_minor <= 0),
  earned_minor bigint not null generated always as (signups_minor + buyers_minor + sales_minor + reversals_minor) stored,
  closed_at timestamptz not null,
  unique (partner_id, month, currency)
);
comment on table partner_statements is 'append-only: what goes back later is in a later month';

-- what each purchase changed of a statement: the sum of a purchase''s lines is what the terms give for it now
create table partner_lines (
  statement_id uuid not null references partner_statements,
  payment_id uuid not null references partner_sales,
  kind text not null check (kind in ('buyer', 'share')),
  amount_minor int not null check (amount_minor <> 0),
  primary key (statement_id, payment_id, kind)
);
create index partner_lines_payment on partner_lines (payment_id, kind);

create trigger partner_statements_append_only before update or delete on partner_statements
  for each row execute function refuse_change();
create trigger partner_lines_append_only before update or delete on partner_lines
  for each row execute function refuse_change();
