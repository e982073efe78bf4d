-- Up Migration

alter table webhook_deliveries validate constraint webhook_deliveries_status_check;
