-- Up Migration
-- typing and read receipts are mutual: a member who switches one off neither shows nor sees it (D6.5)
alter table profiles
  add column shows_typing boolean not null default true,
  add column shows_read boolean not null default true;
comment on column profiles.shows_typing is 'others see when this member is writing to them, and this member sees it of others';
comment on column profiles.shows_read is 'others see that this member has read their messages, and this member sees it of others';

alter table conversation_members add column receipt_until timestamptz;
update conversation_members set receipt_until = read_until where read_until is not null;
comment on column conversation_members.receipt_until is
  'the other member may know that this one has read up to here: moves with read_until while both show receipts';
