-- Up Migration

-- A login that was checked before an account's sessions were ended must not open one afterwards (D3.4).
alter table accounts add column access_epoch int not null default 0;
comment on column accounts.access_epoch is
  'counts up when the sessions of the account are ended: a login that was checked earlier opens none';
