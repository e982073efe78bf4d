-- Up Migration

-- What a chat that a block deleted cost each of the two. If one of them is banned for fraud within 90 days, the other
-- one is told all the same, and gets it back (R10.02).
create table blocked_chats (
  conversation_id uuid not null,
  member_id uuid not null references accounts on delete cascade,
  other_id uuid not null references accounts on delete cascade,
  last_at timestamptz not null,
  paid_ids uuid[] not null,
  paid_credits int[] not null,
  primary key (conversation_id, member_id),
  constraint blocked_chats_paid check (cardinality(paid_ids) = cardinality(paid_credits))
);
comment on column blocked_chats.paid_ids is 'the messages that the member paid for, which are deleted; paid_credits has what each cost';
create index blocked_chats_age on blocked_chats (last_at);
create index blocked_chats_member on blocked_chats (member_id);
create index blocked_chats_other on blocked_chats (other_id, member_id);
