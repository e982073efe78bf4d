-- Up Migration

alter table held_messages validate constraint held_messages_refused_check;
