-- Up Migration
-- an order is made outside of any transaction, for the provider is asked meanwhile: the row itself carries the key
alter table payments
  add column key uuid not null,
  add column body_hash bytea not null,
  add column origin text not null,
  add constraint payments_key unique (member_id, key);
comment on column payments.key is 'the Idempotency-Key it was ordered with: a repetition finds it and orders nothing';
comment on column payments.origin is 'scheme://host where it was ordered, for links in the receipt';
create index payments_unsettled on payments (created_at) where status in ('open', 'pending');
