-- Up Migration

alter table reports validate constraint reports_marked;
