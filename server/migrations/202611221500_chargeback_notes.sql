-- Up Migration
-- a chargeback gets a credit note; if the bank gives the money back, a receipt replaces that note (D7.8)
alter table receipts
  add column chargeback_id uuid references chargebacks,
  drop constraint receipts_check1,
  add constraint receipts_chargeback_once unique (chargeback_id, kind),
  add constraint receipts_reason check (
    case kind
      when 'receipt' then refund_id is null and (corrects_id is null) = (chargeback_id is null)
      else corrects_id is not null and num_nonnulls(refund_id, chargeback_id) = 1
    end
  );
drop index receipts_payment_once;
create unique index receipts_payment_once on receipts (payment_id) where kind = 'receipt' and chargeback_id is null;
comment on column receipts.corrects_id is 'credit note: the receipt of its payment; receipt after a chargeback: the note it replaces';
