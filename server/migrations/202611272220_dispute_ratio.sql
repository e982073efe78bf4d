-- Up Migration

-- so many chargebacks that a card scheme may act (R13.04)
alter table payment_issues drop constraint payment_issues_kind_check;
alter table payment_issues add constraint payment_issues_kind_check check (kind in ('unknown_payment',
  'status_differs', 'amount_differs', 'not_booked', 'booked_twice', 'refund_differs', 'chargeback_differs',
  'paid_back_twice', 'unusual_spending', 'dispute_ratio')) not valid;
