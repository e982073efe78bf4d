-- Up Migration

-- a buyer may withdraw from the contract before it is paid (D7.7)
alter table withdrawals drop constraint withdrawals_outcome_check;
alter table withdrawals add constraint withdrawals_outcome_check check (outcome in ('refunded', 'recorded', 'unpaid'))
  not valid;
comment on column withdrawals.outcome is
  'recorded: nothing was refunded automatically; staff look at it and close it. unpaid: declared before the payment, which is cancelled, or refunded once it is paid';
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (reason in
  ('withdrawal', 'withdrawn_unpaid', 'staff', 'code_used_twice', 'account_erased', 'provider')) not valid;
alter table payments add column made_premium boolean not null default false;
comment on column payments.made_premium is 'the member was not Premium before this purchase';
