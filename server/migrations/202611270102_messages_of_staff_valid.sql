-- Up Migration

alter table complaints validate constraint complaints_kind_check;
