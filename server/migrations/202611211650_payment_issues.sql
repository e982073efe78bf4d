-- Up Migration
-- what staff have to look at: differences between ledger, payments and provider, and unusual spending (D7.4)
create table payment_issues (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in
    ('unknown_payment', 'status_differs', 'amount_differs', 'not_booked', 'booked_twice', 'refund_differs',
     'chargeback_differs', 'unusual_spending')),
  subject text not null,
  payment_id uuid references payments on delete cascade,
  member_id uuid references accounts on delete cascade,
  detail jsonb not null default '{}',
  found_at timestamptz not null,
  closed_at timestamptz,
  unique (kind, subject)
);
create index payment_issues_payment on payment_issues (payment_id) where payment_id is not null;
create index payment_issues_member on payment_issues (member_id) where member_id is not null;
create index payment_issues_open on payment_issues (found_at) where closed_at is null;
comment on column payment_issues.subject is 'what it is about, so that each issue is stored once: a reference of the provider, or a member and a day';
