-- Up Migration

-- the contract lists the kinds of notices (D9.1); a list here too would have to change with each new one
alter table notices drop constraint notices_kind_check;
alter table notification_preferences drop constraint notification_preferences_kind_check;
