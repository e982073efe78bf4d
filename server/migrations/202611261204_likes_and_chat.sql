-- Up Migration

-- likes (D5.1)
create table likes (
  from_id uuid not null references accounts on delete cascade,
  to_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  seen boolean not null default false,
  created_at timestamptz not null,
  automatic boolean not null default false,
  primary key (from_id, to_id),
  constraint likes_check check (from_id <> to_id)
);
comment on column likes.automatic is 'an introduction (D5.3): the one it comes from has not pressed anything';
create index likes_received on likes (to_id, created_at desc);

create table matches (
  a_id uuid not null references accounts on delete cascade,
  b_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  created_at timestamptz not null,
  primary key (a_id, b_id),
  constraint matches_check check (a_id < b_id)
);
create index matches_b on matches (b_id);
create index matches_made on matches using brin (created_at);

-- one introduction a member and day (D5.3)
create table introductions (
  member_id uuid not null references accounts on delete cascade,
  day date not null,
  introduced_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  primary key (member_id, day)
);
create index introductions_introduced on introductions (introduced_id);

-- the swipe game (D5.2): a member swipes another one once
create table swipes (
  from_id uuid not null references accounts on delete cascade,
  to_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  liked boolean not null,
  created_at timestamptz not null,
  paid_until timestamptz,
  undoable boolean not null,
  primary key (from_id, to_id),
  constraint swipes_check check (from_id <> to_id),
  constraint swipes_check1 check (liked or (paid_until is null))
);
comment on column swipes.paid_until is
  'end of the day whose likes the swipe took one of; null: a pass, or a like that existed before';
comment on column swipes.undoable is 'it is the last swipe of its member, and they have not undone it yet';
create index swipes_received on swipes (to_id);
create unique index swipes_undoable on swipes (from_id) where undoable;

-- the likes of a day: one row for a member, whose lock puts that member's swipes one after the other
create table swipe_likes (
  member_id uuid primary key references accounts on delete cascade,
  site_id smallint not null references sites,
  spent smallint not null default 0 check (spent >= 0 and spent <= 4),
  renewed_at timestamptz
);
comment on column swipe_likes.renewed_at is
  'the midnight at which none of the likes are spent any more; null: none was ever spent';

-- who looked at whose profile (issue 4): the day of the last time, one row for a pair, kept 90 days
create table visits (
  visited_id uuid not null references accounts on delete cascade,
  visitor_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  visited_on date not null,
  seen boolean not null default false,
  primary key (visited_id, visitor_id),
  constraint visits_check check (visited_id <> visitor_id)
);
comment on column visits.visited_on is 'by the calendar of UTC: nobody is told a time, so none is kept';
comment on column visits.seen is 'the one who was visited has had it before their eyes';
create index visits_left on visits (visitor_id);
create index visits_listed on visits (visited_id, visited_on desc, visitor_id desc);
create index visits_new on visits (visited_id) where not seen;
create index visits_old on visits (visited_on);

-- a conversation, a like or a match exists only where neither has blocked the other
create table blocks (
  blocker_id uuid not null references accounts on delete cascade,
  blocked_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  constraint blocks_check check (blocker_id <> blocked_id)
);
create index blocks_received on blocks (blocked_id, blocker_id);

-- chat (D6)
create table conversations (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  a_id uuid not null references accounts on delete cascade,
  b_id uuid not null references accounts on delete cascade,
  started_by uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid,
  closed_reason text,
  unique (a_id, b_id),
  constraint conversations_check check (a_id < b_id),
  constraint conversations_closed check ((closed_at is null) = (closed_by is null) and (closed_at is null) =
    (closed_reason is null))
);
comment on column conversations.closed_at is '"No, thanks" closes a chat for both';
create index conversations_b on conversations (b_id);
create index conversations_begun on conversations using brin (created_at);
create index conversations_started on conversations (started_by);

create table conversation_members (
  conversation_id uuid not null references conversations on delete cascade,
  member_id uuid not null references accounts on delete cascade,
  other_id uuid not null,
  unread int not null default 0 check (unread >= 0),
  read_until timestamptz,
  hidden_until timestamptz,
  last_message_at timestamptz,
  wrote boolean not null default false,
  receipt_until timestamptz,
  primary key (conversation_id, member_id)
);
comment on column conversation_members.other_id is 'the conversation''s other member; goes with the conversation';
comment on column conversation_members.hidden_until is
  'the member deleted the chat then: older messages stay hidden from them (D6.6)';
comment on column conversation_members.wrote is 'the member has written in this chat';
comment on column conversation_members.receipt_until is
  'the other member may know that this one has read up to here: moves with read_until while both show receipts';
create index conversation_members_list on conversation_members (member_id, last_message_at desc);

create table messages (
  id uuid default uuidv7() primary key,
  conversation_id uuid not null references conversations on delete cascade,
  author_id uuid not null references accounts on delete cascade,
  author_kind text not null default 'member' check (author_kind in ('member', 'operator', 'automatic')),
  body text not null,
  credits int not null check (credits >= 0),
  key uuid not null,
  created_at timestamptz not null,
  attachment text check (attachment in ('gift', 'photo')),
  unique (author_id, key),
  constraint messages_body_check check ((body <> '') or (attachment is not null))
);
comment on column messages.key is
  'the Idempotency-Key it was sent with: a repetition finds it and sends nothing (D6.1)';
comment on column messages.attachment is 'what the message carries; the table of that kind has the details (D6.1)';
create index messages_history on messages (conversation_id, created_at desc, id desc);
create index messages_written on messages using brin (created_at);

create table first_messages (
  id bigint generated always as identity primary key,
  site_id smallint not null references sites,
  author_id uuid not null references accounts on delete cascade,
  conversation_id uuid not null,
  begins boolean not null,
  text_hash bytea,
  risky boolean not null,
  created_at timestamptz not null
);
comment on column first_messages.conversation_id is
  'stands for the recipient; no key, because a block deletes the chat and must not reset the limits';
comment on column first_messages.begins is 'the message began the chat';
comment on column first_messages.text_hash is
  'of the normalised text, for a day; null if it is too short to be told apart';
comment on column first_messages.risky is
  'it was marked for its recipient; kept longer, because it counts towards a review';
create index first_messages_author on first_messages (author_id, created_at);
create index first_messages_created on first_messages (created_at);

-- messages of members who have not confirmed their address (D6.3): beside `messages`, so that sending stays one statement
create table held_messages (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  conversation_id uuid not null,
  author_id uuid not null references accounts on delete cascade,
  recipient_id uuid references accounts on delete set null,
  body text not null check (body <> ''),
  key uuid not null,
  created_at timestamptz not null,
  refused text check (refused in ('profile_not_found', 'conversation_limit', 'not_enough_credits',
    'age_check_required', 'outside_wishes', 'too_many_at_once', 'muted')),
  credits int check (credits >= 0),
  constraint held_messages_key unique (author_id, key)
);
comment on column held_messages.conversation_id is
  'the id that their conversation gets when the first of them is delivered';
comment on column held_messages.recipient_id is 'null: erased since';
comment on column held_messages.key is 'the Idempotency-Key it was written with, which it keeps when it is delivered';
comment on column held_messages.refused is 'why it could not be delivered; its author is told, and may delete it';
comment on column held_messages.credits is
  'the price that its author saw: delivery charges no more; null: the author did not tell, and pays the price of then';
create index held_messages_recipient on held_messages (recipient_id);

create table message_risks (
  message_id uuid primary key references messages on delete cascade,
  risks text[] not null check ((risks <> '{}'::text[]) and (risks <@ ARRAY['contact', 'money']))
);
comment on table message_risks is 'what the recipient of a first message is warned of; only they see it';

create table reviews (
  id uuid default gen_random_uuid() primary key,
  site_id smallint not null references sites,
  member_id uuid not null references accounts on delete cascade,
  recipients int not null check (recipients > 0),
  opened_at timestamptz not null,
  closed_at timestamptz
);
comment on table reviews is 'staff look at a member whose first messages to several others were marked (D11.3)';
comment on column reviews.recipients is 'how many members got marked messages, until now';
create index reviews_closed_at on reviews (closed_at) where closed_at is not null;
create index reviews_member on reviews (member_id);
create unique index reviews_open on reviews (member_id) where closed_at is null;
-- the queue of the back office reads the open reviews in this order
create index reviews_waiting on reviews (opened_at, id) where closed_at is null;

-- photos sent in chats (R1.06, D8): the message carries one, this is it
create table chat_photos (
  id uuid primary key,
  message_id uuid references messages on delete set null unique,
  site_id smallint not null references sites,
  author_id uuid not null references accounts on delete cascade,
  status text not null default 'inspection' check (status in ('inspection', 'active', 'rejected')),
  reason text check (reason in ('explicit', 'minor', 'someone_else', 'contact_details', 'advertising', 'other')),
  width int not null,
  height int not null,
  thumbhash text not null,
  body_hash bytea not null,
  has_files boolean not null default true,
  created_at timestamptz not null,
  fingerprints bit(128)[],
  findings text[],
  constraint chat_photos_check check ((status = 'rejected') = (reason is not null)),
  constraint chat_photos_findings check (findings <@ ARRAY['nudity', 'known_picture', 'no_answer'])
);
comment on column chat_photos.message_id is 'null: the chat was deleted, and a job removes the files and then this row';
comment on column chat_photos.reason is 'why staff rejected it';
comment on column chat_photos.body_hash is 'SHA-256 of what was uploaded';
comment on column chat_photos.has_files is 'false: rejected, and its files are removed';
comment on column chat_photos.fingerprints is 'as those of photos';
comment on column chat_photos.findings is
  'what the service for pictures found; null: it was not asked, has not answered yet, or found nothing';
create index chat_photos_author on chat_photos (author_id);
create index chat_photos_inspection on chat_photos (created_at) where status = 'inspection';
create index chat_photos_to_remove on chat_photos (id) where message_id is null or (status = 'rejected' and has_files);

-- a gift is what a message carries (R1.05, D6.1): its giver is the message's author, and it goes with the message
create table gifts (
  message_id uuid primary key references messages on delete cascade,
  recipient_id uuid not null references accounts on delete cascade,
  gift text not null check (gift in ('coffee', 'sunflower', 'cupcake', 'rose', 'ice_cream', 'balloon', 'kite',
    'lucky_clover', 'love_letter', 'chocolates', 'teddy', 'bouquet', 'champagne', 'star', 'treasure', 'ring')),
  opened_at timestamptz
);
comment on column gifts.opened_at is 'when its recipient opened it: only then it is on their shelf';
create index gifts_received on gifts (recipient_id);

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
  answered_before_block boolean not null default false,
  constraint answer_promises_ended check ((outcome is null) = (ended_at is null))
);
comment on column answer_promises.answered_before_block is
  'a block deleted the answer; an earlier end would tell the author of the block in the download of their data';
create index answer_promises_author on answer_promises (author_id);
create index answer_promises_conversation on answer_promises (conversation_id);
create index answer_promises_due on answer_promises (due_at) where outcome is null;
-- what a night counts, without reading what earlier nights counted
create index answer_promises_ended on answer_promises (site_id, outcome, ended_at) where outcome is not null;
create index answer_promises_open on answer_promises (author_id) where outcome is null;
create unique index answer_promises_pair
  on answer_promises (least(author_id, recipient_id), greatest(author_id, recipient_id)) where recipient_id is not null;
create index answer_promises_recipient on answer_promises (recipient_id);

-- How often a member answers first messages, in steps: no exact numbers are kept. No row: too few first messages.
create table answer_odds (
  member_id uuid primary key references accounts on delete cascade,
  share text not null check (share in ('most', 'half', 'seldom')),
  within_a_day boolean not null,
  counted_at timestamptz not null
);

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
comment on column blocked_chats.paid_ids is
  'the messages that the member paid for, which are deleted; paid_credits has what each cost';
create index blocked_chats_age on blocked_chats (last_at);
create index blocked_chats_member on blocked_chats (member_id);
create index blocked_chats_other on blocked_chats (other_id, member_id);
