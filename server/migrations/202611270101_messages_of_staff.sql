-- Up Migration

-- a thread that staff begin with a member
alter table complaints drop constraint complaints_kind_check;
alter table complaints add constraint complaints_kind_check check (kind in ('complaint', 'ban', 'message')) not valid;
