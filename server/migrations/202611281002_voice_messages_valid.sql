-- Up Migration

alter table messages validate constraint messages_attachment_check;
alter table ledger validate constraint ledger_cause_check;
alter table debts validate constraint debts_cause_check;
