-- Up Migration

alter table statements validate constraint statements_about_check;
