-- Up Migration

alter table spending_limits add column next_currency char(3);
comment on column spending_limits.next_currency is 'of next_limit_minor; null: that of the limit now';
