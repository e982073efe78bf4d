-- Up Migration

alter table ledger validate constraint ledger_cause_check;
alter table debts validate constraint debts_cause_check;
