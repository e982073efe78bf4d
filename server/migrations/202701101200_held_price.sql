-- Up Migration
alter table held_messages add column credits int constraint held_messages_credits_check check (credits >= 0);
comment on column held_messages.credits is
  'the price that its author saw: delivery charges no more; null: the author did not tell, and pays the price of then';
