-- Up Migration

alter table proposals validate constraint proposals_kind_check;
