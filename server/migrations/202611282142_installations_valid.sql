-- Up Migration

alter table api_keys validate constraint api_keys_scopes_check;
alter table api_keys validate constraint api_keys_of_installation;
