-- Up Migration

-- an order that its buyer left open is not one that somebody cancelled
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check
  check (status in ('open', 'pending', 'completed', 'failed', 'cancelled', 'expired')) not valid;
