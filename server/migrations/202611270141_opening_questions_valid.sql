-- Up Migration

alter table reports validate constraint reports_about_check;
alter table statements validate constraint statements_about_check;
