-- Up Migration

alter table payments validate constraint payments_status_check;
