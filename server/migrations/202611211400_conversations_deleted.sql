-- Up Migration
-- the column says what was done to the conversations, in the word of the contract and the glossary
alter table profiles rename column conversations_gone to conversations_deleted;
