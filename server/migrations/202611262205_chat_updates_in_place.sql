-- Up Migration
-- Without Transaction

-- Each message updates both rows of its conversation. Without an index of a changed column, and with room on the page,
-- PostgreSQL updates a row in place (HOT): no index entry is written.
alter table conversation_members set (fillfactor = 80);
drop index concurrently if exists conversation_members_member;
create index concurrently conversation_members_member on conversation_members (member_id);
drop index concurrently if exists conversation_members_list;
