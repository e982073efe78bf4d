-- Up Migration

-- A first message whose credits come back if its recipient does not answer in time. A pair of members gets one promise
-- ever, so the row outlives its conversation and its message.
create table answer_promises (
  message_id uuid primary key,
  site_id smallint not null references sites,
  conversation_id uuid not null,
  author_id uuid not null references accounts on delete cascade,
  recipient_id uuid references accounts on delete set null,
  credits int not null check (credits > 0),
  sent_at timestamptz not null,
  due_at timestamptz not null check (due_at > sent_at),
  outcome text check (outcome in ('answered', 'no_answer', 'declined', 'fraud', 'withheld')),
  ended_at timestamptz,
  constraint answer_promises_ended check ((outcome is null) = (ended_at is null))
);
create unique index answer_promises_pair
  on answer_promises (least(author_id, recipient_id), greatest(author_id, recipient_id)) where recipient_id is not null;
create index answer_promises_due on answer_promises (due_at) where outcome is null;
create index answer_promises_open on answer_promises (author_id) where outcome is null;
create index answer_promises_author on answer_promises (author_id);
create index answer_promises_recipient on answer_promises (recipient_id);
create index answer_promises_conversation on answer_promises (conversation_id);

-- "No, thanks" closes a chat for both
alter table conversations
  add closed_at timestamptz,
  add closed_by uuid,
  add closed_reason text,
  add constraint conversations_closed check (
    (closed_at is null) = (closed_by is null) and (closed_at is null) = (closed_reason is null)) not valid;
