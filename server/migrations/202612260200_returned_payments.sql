-- Up Migration
-- Without Transaction
-- the back office lists what went back to buyers, newest first
drop index concurrently if exists payments_refunded;
create index concurrently payments_refunded on payments (created_at desc, id desc) where refunded_minor > 0;
drop index concurrently if exists payments_charged_back;
create index concurrently payments_charged_back on payments (created_at desc, id desc) where charged_back_minor > 0;
