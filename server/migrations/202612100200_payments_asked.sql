-- Up Migration
-- when the provider was last asked about a payment, and when the books were last compared with it (D7.4)
alter table payments add column asked_at timestamptz, add column compared_at timestamptz;
comment on column payments.asked_at is 'by the buyer''s page or by the job; the ones asked longest ago come first';
