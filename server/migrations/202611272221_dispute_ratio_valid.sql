-- Up Migration

alter table payment_issues validate constraint payment_issues_kind_check;
