-- Up Migration

-- `summing`: of a member who did not agree, waits for nine others (R13.02)
alter table webhook_deliveries drop constraint webhook_deliveries_status_check;
alter table webhook_deliveries add constraint webhook_deliveries_status_check
  check (status in ('waiting', 'sent', 'failed', 'summing')) not valid;
