-- Up Migration

-- voice messages in chats (R12.01): the message carries one, this is it; its file is in the store of files
create table voice_messages (
  id uuid primary key,
  message_id uuid references messages on delete set null unique,
  site_id smallint not null references sites,
  author_id uuid not null references accounts on delete cascade,
  media_type text not null check (media_type in ('audio/webm', 'audio/mp4')),
  seconds smallint not null check (seconds between 1 and 60),
  waveform smallint[] not null check (cardinality(waveform) between 1 and 64 and 0 <= all (waveform)
    and 100 >= all (waveform)),
  body_hash bytea not null,
  status text not null default 'active' check (status in ('active', 'rejected')),
  reason text check (reason in ('explicit', 'intimate', 'minor', 'child_abuse', 'someone_else', 'contact_details',
    'advertising', 'other')),
  decision_id uuid,
  has_file boolean not null default true,
  created_at timestamptz not null,
  constraint voice_messages_rejected check ((status = 'rejected') = (reason is not null)
    and (status = 'rejected') = (decision_id is not null))
);
comment on column voice_messages.id is 'random, as it is in the file''s address';
comment on column voice_messages.message_id is 'null: the chat was deleted, and a job removes the file and then this row';
comment on column voice_messages.waveform is 'how loud it is, from its beginning to its end; 0 to 100';
comment on column voice_messages.body_hash is 'SHA-256 of what was uploaded';
comment on column voice_messages.reason is 'why staff rejected it';
comment on column voice_messages.decision_id is 'by which decision: while its author can appeal, staff can hear it';
comment on column voice_messages.has_file is 'false: rejected, and its file is removed';
create index voice_messages_author on voice_messages (author_id);
create index voice_messages_to_remove on voice_messages (id)
  where message_id is null or (status = 'rejected' and has_file);

alter table messages drop constraint messages_attachment_check;
alter table messages add constraint messages_attachment_check
  check (attachment in ('gift', 'photo', 'voice')) not valid;
alter table ledger drop constraint ledger_cause_check;
alter table ledger add constraint ledger_cause_check
  check (cause in ('signup', 'message', 'gift', 'photo', 'voice', 'photo_refund', 'voice_refund', 'taken_back',
    'no_answer', 'declined', 'fraud', 'purchase', 'demo', 'refund', 'refund_failed', 'chargeback',
    'chargeback_reversed', 'debt', 'staff')) not valid;
alter table debts drop constraint debts_cause_check;
alter table debts add constraint debts_cause_check
  check (cause in ('refund', 'refund_failed', 'chargeback', 'chargeback_reversed', 'purchase', 'photo_refund',
    'voice_refund', 'taken_back', 'no_answer', 'declined', 'fraud')) not valid;
