-- Up Migration
-- From this moment an account is being erased: its files go first, outside of a transaction, and it comes back no more.
alter table accounts add column erasing_at timestamptz;
