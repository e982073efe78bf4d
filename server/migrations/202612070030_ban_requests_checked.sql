-- Up Migration
alter table complaints validate constraint complaints_sender_known;
alter table complaints validate constraint complaints_proven_ban;
alter table complaints validate constraint complaints_own_address;
alter table banned_addresses validate constraint banned_addresses_cause;
alter table banned_addresses validate constraint banned_addresses_request;
alter table banned_addresses validate constraint banned_addresses_proven;
