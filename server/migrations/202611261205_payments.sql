-- Up Migration

-- credits (D7.1): an append-only ledger, the balance a guarded sum
create table wallets (
  member_id uuid primary key references accounts on delete cascade,
  site_id smallint not null references sites,
  credits int not null default 0 check (credits >= 0),
  debt int not null default 0 check (debt >= 0)
);

create table ledger (
  id bigint generated always as identity primary key,
  site_id smallint not null references sites,
  member_id uuid not null references wallets on delete cascade,
  amount int not null check (amount <> 0),
  balance int not null check (balance >= 0),
  cause text not null check (cause in ('signup', 'message', 'gift', 'photo', 'photo_refund', 'no_answer',
    'declined', 'fraud', 'purchase', 'demo', 'refund', 'refund_failed', 'chargeback', 'chargeback_reversed', 'debt',
    'staff')),
  cause_id uuid not null,
  created_at timestamptz not null,
  unique (cause, cause_id)
);
-- whatever the reason, the credits of a message come back once
create unique index ledger_given_back on ledger (cause_id)
  where cause in ('photo_refund', 'no_answer', 'declined', 'fraud');
create index ledger_given_back_at on ledger (site_id, cause, created_at)
  where cause in ('photo_refund', 'no_answer', 'declined', 'fraud');
create index ledger_member on ledger (member_id, id);

-- how far the nightly check of the ledger has come, so that it need not read the whole each night
create table ledger_checks (
  single boolean primary key default true check (single),
  checked_to bigint not null default 0,
  whole_to bigint not null default 0,
  whole_begun_at timestamptz
);
comment on column ledger_checks.checked_to is 'each entry up to this id has the balance that follows from the one before';
comment on column ledger_checks.whole_to is
  'the same, of the check of the whole ledger that was begun last, from the first entry on';
insert into ledger_checks default values;

create table debts (
  id bigint generated always as identity primary key,
  site_id smallint not null references sites,
  member_id uuid not null references wallets on delete cascade,
  amount int not null check (amount <> 0),
  cause text not null check (cause in ('refund', 'refund_failed', 'chargeback', 'chargeback_reversed', 'purchase',
    'photo_refund', 'no_answer', 'declined', 'fraud')),
  cause_id uuid not null,
  created_at timestamptz not null,
  unique (cause, cause_id)
);
comment on table debts is 'append-only; wallets.debt is its sum';
create index debts_member on debts (member_id, id);

-- payments (D7.3, D7.4)
create table payments (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  member_id uuid references accounts on delete set null,
  bundle_id uuid not null references bundles,
  credits int not null,
  amount_minor int not null,
  currency char(3) not null,
  vat_percent numeric(4,1) not null,
  provider text not null,
  provider_reference text,
  checkout_url text,
  method text,
  status text not null default 'open' check (status in ('open', 'pending', 'completed', 'failed', 'cancelled')),
  return_to text not null default '/credits',
  created_at timestamptz not null,
  completed_at timestamptz,
  key uuid not null,
  body_hash bytea not null,
  origin text not null,
  country char(2),
  list_minor int not null,
  language text not null,
  stored_method_id uuid,
  refunded_minor int not null default 0 check (refunded_minor >= 0),
  charged_back_minor int not null default 0 check (charged_back_minor >= 0),
  typed_code text,
  asked_at timestamptz,
  compared_at timestamptz,
  begin_text text not null,
  begin_language text not null,
  made_premium boolean not null default false,
  constraint payments_key unique (member_id, key),
  unique (provider, provider_reference),
  constraint payments_not_more_back check (refunded_minor <= amount_minor and charged_back_minor <= amount_minor)
);
comment on column payments.member_id is 'null: erased since';
comment on column payments.key is 'the Idempotency-Key it was ordered with: a repetition finds it and orders nothing';
comment on column payments.origin is 'scheme://host where it was ordered, for links in the receipt';
comment on column payments.country is 'where the buyer lived, for the VAT';
comment on column payments.list_minor is 'the price before the discount; amount_minor is what is paid';
comment on column payments.stored_method_id is 'the stored method it was paid with, without a visit to the provider';
comment on column payments.typed_code is
  'as the buyer typed it; null: no code, or the welcome discount, which applies by itself';
comment on column payments.asked_at is 'by the buyer''s page or by the job; the ones asked longest ago come first';
comment on column payments.begin_text is
  'the request to begin at once, and the acknowledgement, in the words that the buyer saw';
comment on column payments.made_premium is 'the member was not Premium before this purchase';
create index payments_charged_back on payments (created_at desc, id desc) where charged_back_minor > 0;
create index payments_listed on payments (created_at desc, id desc);
create index payments_member on payments (member_id, created_at desc);
create index payments_refunded on payments (created_at desc, id desc) where refunded_minor > 0;
create index payments_unsettled on payments (created_at) where status in ('open', 'pending');
create index payments_unsettled_asked on payments (asked_at nulls first, created_at) where status in ('open', 'pending');

-- an order reserves its code; the index allows one use at a time for each key, whatever happens at once
create table discount_uses (
  payment_id uuid primary key references payments on delete cascade,
  code_id uuid not null references discount_codes on delete cascade,
  member_id uuid references accounts on delete set null,
  use_key uuid not null,
  state text not null default 'reserved' check (state in ('reserved', 'spent', 'freed'))
);
comment on column discount_uses.use_key is 'once: the code; once-per-user: the member; many: the payment';
comment on column discount_uses.state is 'freed: the payment failed, or the member ordered again with the same code';
create index discount_uses_member on discount_uses (member_id) where member_id is not null;
create unique index discount_uses_once on discount_uses (code_id, use_key) where state in ('reserved', 'spent');

-- what a provider keeps for a member: their customer, and methods they may pay with again (D7.3)
create table payment_customers (
  member_id uuid not null references accounts on delete cascade,
  provider text not null,
  reference text not null,
  primary key (member_id, provider)
);

create table stored_methods (
  id uuid default uuidv7() primary key,
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
comment on column stored_methods.label is 'what its owner recognises, such as •••• 4242';
create index stored_methods_member on stored_methods (member_id, used_at desc);

-- what staff have to look at: differences between ledger, payments and provider, and unusual spending (D7.4)
create table payment_issues (
  id uuid default uuidv7() primary key,
  kind text not null check (kind in ('unknown_payment', 'status_differs', 'amount_differs', 'not_booked',
    'booked_twice', 'refund_differs', 'chargeback_differs', 'unusual_spending')),
  subject text not null,
  payment_id uuid references payments on delete cascade,
  member_id uuid references accounts on delete cascade,
  detail jsonb not null default '{}'::jsonb,
  found_at timestamptz not null,
  closed_at timestamptz,
  unique (kind, subject)
);
comment on column payment_issues.subject is
  'what it is about, so that each issue is stored once: a reference of the provider, or a member and a day';
create index payment_issues_member on payment_issues (member_id) where member_id is not null;
create index payment_issues_open on payment_issues (found_at) where closed_at is null;
create index payment_issues_payment on payment_issues (payment_id) where payment_id is not null;

-- money that goes back because we or the provider sent it (D7.4, D7.7)
create table refunds (
  id uuid default uuidv7() primary key,
  payment_id uuid not null references payments on delete cascade,
  amount_minor int not null check (amount_minor > 0),
  credits int not null default 0 check (credits >= 0),
  reason text not null check (reason in ('withdrawal', 'withdrawn_unpaid', 'staff', 'code_used_twice', 'account_erased',
    'provider')),
  status text not null default 'queued' check (status in ('queued', 'pending', 'completed', 'failed')),
  provider_reference text,
  created_at timestamptz not null,
  completed_at timestamptz,
  staff_id uuid,
  confirmed_by uuid,
  unique (payment_id, provider_reference)
);
comment on column refunds.credits is 'credits that were taken back for it';
create index refunds_alone on refunds (staff_id, created_at) where staff_id is not null and confirmed_by is null;
create index refunds_listed on refunds (created_at);
create index refunds_payment on refunds (payment_id);
create index refunds_unsettled on refunds (created_at) where status in ('queued', 'pending');

-- money that the buyer's bank took back
create table chargebacks (
  id uuid default uuidv7() primary key,
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
create index chargebacks_listed on chargebacks (created_at);

-- withdrawals from purchases (D7.7; Directive (EU) 2023/2673)
create table withdrawals (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  member_id uuid references accounts on delete cascade,
  payment_id uuid references payments on delete cascade,
  refund_id uuid references refunds on delete cascade,
  outcome text not null check (outcome in ('refunded', 'recorded', 'unpaid')),
  email text,
  number text not null,
  credits int not null default 0 check (credits >= 0),
  amount_minor int not null default 0 check (amount_minor >= 0),
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint withdrawals_check check ((outcome <> 'refunded') or ((refund_id is not null) and (amount_minor > 0)))
);
comment on column withdrawals.member_id is 'null: the address belongs to no account of the site';
comment on column withdrawals.outcome is
  'recorded: nothing was refunded automatically; staff look at it and close it. unpaid: declared before the payment, which is cancelled, or refunded once it is paid';
comment on column withdrawals.email is 'as given by a visitor; null: declared by the logged-in member';
comment on column withdrawals.number is 'of the payment or the receipt, as given';
create unique index withdrawals_declared_once on withdrawals (payment_id) where outcome <> 'recorded';
create index withdrawals_member on withdrawals (member_id, created_at) where member_id is not null;
create index withdrawals_open on withdrawals (created_at) where outcome = 'recorded' and closed_at is null;
create index withdrawals_payment on withdrawals (payment_id) where payment_id is not null;
create index withdrawals_refund on withdrawals (refund_id) where refund_id is not null;
create index withdrawals_unknown on withdrawals (created_at) where member_id is null;

-- receipts and credit notes (D7.8): numbers without gaps for each company and year
create table receipt_counters (
  company_id int not null references companies,
  year smallint not null,
  last int not null check (last > 0),
  primary key (company_id, year)
);
comment on table receipt_counters is
  'its row is locked until the receipt is committed, so that no number is lost or used twice';

create table receipts (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  company_id int not null references companies,
  year smallint not null,
  number int not null,
  kind text not null check (kind in ('receipt', 'credit_note')),
  payment_id uuid not null references payments,
  refund_id uuid references refunds unique,
  corrects_id uuid references receipts,
  member_id uuid references accounts,
  seller jsonb not null,
  buyer_name text not null,
  buyer_country char(2),
  credits int not null check (credits >= 0),
  list_minor int not null,
  amount_minor int not null check (amount_minor > 0),
  currency char(3) not null,
  vat_percent numeric(4,1) not null,
  vat_minor int not null,
  method text,
  language text not null,
  issued_at timestamptz not null,
  chargeback_id uuid references chargebacks,
  constraint receipts_chargeback_once unique (chargeback_id, kind),
  unique (company_id, year, number),
  constraint receipts_check check (list_minor >= amount_minor),
  constraint receipts_reason check (
case kind
when 'receipt' then ((refund_id is null) and ((corrects_id is null) =
    (chargeback_id is null)))
else ((corrects_id is not null) and (num_nonnulls(refund_id, chargeback_id) = 1))
end)
);
comment on column receipts.corrects_id is
  'credit note: the receipt of its payment; receipt after a chargeback: the note it replaces';
comment on column receipts.member_id is 'null: the member is erased; tax law keeps the receipt without the person';
comment on column receipts.seller is 'the company as it was on that day: name, address, numbers';
create index receipts_corrects on receipts (corrects_id) where corrects_id is not null;
-- what finance looks up by day (0064)
create index receipts_issued on receipts (site_id, issued_at, id);
create index receipts_member on receipts (member_id) where member_id is not null;
create index receipts_payment on receipts (payment_id);
create unique index receipts_payment_once on receipts (payment_id) where kind = 'receipt' and chargeback_id is null;

-- what members set to keep their own spending low
create table spending_limits (
  member_id uuid primary key references accounts on delete cascade,
  site_id smallint not null references sites,
  currency char(3),
  limit_minor int check (limit_minor > 0),
  next_limit_minor int check (next_limit_minor > 0),
  next_from timestamptz,
  paused_until timestamptz,
  constraint spending_limits_check check ((limit_minor is null) or (currency is not null))
);
comment on column spending_limits.limit_minor is 'for a calendar month (UTC); null: no limit';
comment on column spending_limits.next_from is
  'from then on next_limit_minor holds, null there: no limit; null here: no change is due';

-- direct debits: from the form to the payment
create table direct_debits (
  id uuid default uuidv7() primary key,
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
  payment_id uuid references payments on delete cascade unique,
  created_at timestamptz not null,
  iban_key bytea not null,
  phone_key bytea not null,
  constraint direct_debits_check check ((payment_id is null) or ((confirmed_at is not null) and (iban_sealed is
    null)))
);
comment on column direct_debits.iban_sealed is 'null once the payment is ordered';
comment on column direct_debits.phone is 'E.164 while codes go to it, then masked';
comment on column direct_debits.authorised_at is 'when the box of the authorisation was ticked, in this language';
comment on column direct_debits.iban_key is 'HMAC of site and IBAN';
create index direct_debits_created on direct_debits (created_at) where payment_id is null;
create index direct_debits_member on direct_debits (member_id, confirmed_at);

-- a reversed direct debit blocks its member from others until staff lift it
create table direct_debit_blocks (
  member_id uuid primary key references accounts on delete cascade,
  site_id smallint not null references sites,
  blocked_at timestamptz not null
);

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
comment on column direct_debit_uses.id is 'the id that the direct debit had';
comment on column direct_debit_uses.barred_at is 'charged back: account and phone are refused until staff lift it';
create index direct_debit_uses_confirmed on direct_debit_uses (confirmed_at);
create index direct_debit_uses_iban on direct_debit_uses (iban_key, confirmed_at);
create index direct_debit_uses_payment on direct_debit_uses (payment_id) where payment_id is not null;
create index direct_debit_uses_phone on direct_debit_uses (phone_key, confirmed_at);

-- how many text messages each site sent in a day, for its limit
create table sms_days (
  site_id smallint not null references sites,
  day date not null,
  queued int not null check (queued > 0),
  stopped boolean not null,
  primary key (site_id, day)
);
comment on column sms_days.stopped is 'the site''s limit of the day is reached: an alert reads it';
create index sms_days_age on sms_days (day);

-- text messages handed to the gateway: no job hands one over twice
create table sms_handed_over (
  id uuid primary key,
  handed_over_at timestamptz not null
);
create index sms_handed_over_at on sms_handed_over (handed_over_at);

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
  status text not null default 'open' check (status in ('open', 'pending', 'completed', 'failed', 'cancelled',
    'expired')),
  created_at timestamptz not null,
  customer text,
  mandate text,
  remember boolean not null default false
);
create index sandbox_payments_newest on sandbox_payments (created_at desc);

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

create trigger debts_append_only before update on debts for each row execute function refuse_change();

create trigger ledger_append_only before update on ledger for each row execute function refuse_change();

create trigger receipts_kept before delete on receipts for each row execute function refuse_change();
