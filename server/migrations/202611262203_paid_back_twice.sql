-- Up Migration

-- a buyer who got more back than they paid: our refund, and their bank's chargeback
alter table payment_issues drop constraint payment_issues_kind_check;
alter table payment_issues add constraint payment_issues_kind_check check (kind in ('unknown_payment',
  'status_differs', 'amount_differs', 'not_booked', 'booked_twice', 'refund_differs', 'chargeback_differs',
  'paid_back_twice', 'unusual_spending')) not valid;
