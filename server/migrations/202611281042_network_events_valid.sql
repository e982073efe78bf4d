-- Up Migration

alter table webhook_endpoints validate constraint webhook_endpoints_of_network;
