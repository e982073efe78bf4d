-- Up Migration
-- messages of members who have not confirmed their address (D6.3): beside `messages`, so that sending stays one statement
create table held_messages (
  id uuid primary key default uuidv7(),
  site_id smallint not null references sites,
  conversation_id uuid not null,
  author_id uuid not null references accounts on delete cascade,
  recipient_id uuid references accounts on delete set null,
  body text not null check (body <> ''),
  key uuid not null,
  created_at timestamptz not null,
  refused text check (refused in ('profile_not_found', 'conversation_limit', 'not_enough_credits')),
  constraint held_messages_key unique (author_id, key)
);
comment on column held_messages.conversation_id is 'the id that their conversation gets when the first of them is delivered';
comment on column held_messages.recipient_id is 'null: erased since';
comment on column held_messages.key is 'the Idempotency-Key it was written with, which it keeps when it is delivered';
comment on column held_messages.refused is 'why it could not be delivered; its author is told, and may delete it';
create index held_messages_recipient on held_messages (recipient_id);
