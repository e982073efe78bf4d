-- a message may carry a gift (R1.05) or a photo (R1.06); then it needs no text
alter table messages add column attachment text check (attachment in ('gift', 'photo'));
comment on column messages.attachment is 'what the message carries; the table of that kind has the details (D6.1)';
alter table messages drop constraint messages_body_check;
alter table messages add constraint messages_body_check check (body <> '' or attachment is not null);

-- photo_refund: the credits of a photo that staff rejected
alter table ledger drop constraint ledger_cause_check;
alter table ledger add constraint ledger_cause_check check (cause in
  ('signup', 'message', 'gift', 'photo', 'photo_refund', 'purchase', 'demo', 'refund', 'refund_failed', 'chargeback',
   'chargeback_reversed', 'debt'));
