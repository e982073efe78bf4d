-- Up Migration

alter table messages validate constraint messages_reaction;
