-- Up Migration
-- the code that a buyer typed, so that an order after a failed payment has it again (R4.04)
alter table payments add column typed_code text;
comment on column payments.typed_code is 'as the buyer typed it; null: no code, or the welcome discount, which applies by itself';
