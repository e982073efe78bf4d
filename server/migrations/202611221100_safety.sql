-- first messages: those of a chat whose other member has not written yet (D11.3)
alter table conversation_members add column wrote boolean not null default false;
comment on column conversation_members.wrote is 'the member has written in this chat';
update conversation_members as side set wrote = true where exists (
  select from messages where conversation_id = side.conversation_id and author_id = side.member_id);

create table message_risks (
  message_id uuid primary key references messages on delete cascade,
  risks text[] not null check (risks <> '{}' and risks <@ array['contact', 'money'])
);
comment on table message_risks is 'what the recipient of a first message is warned of; only they see it';

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
comment on column first_messages.conversation_id is 'stands for the recipient; no key, because a block deletes the chat and must not reset the limits';
comment on column first_messages.begins is 'the message began the chat';
comment on column first_messages.text_hash is 'of the normalised text, for a day; null if it is too short to be told apart';
comment on column first_messages.risky is 'it was marked for its recipient; kept longer, because it counts towards a review';
create index first_messages_author on first_messages (author_id, created_at);
create index first_messages_created on first_messages (created_at);

create table reviews (
  id uuid primary key default gen_random_uuid(),
  site_id smallint not null references sites,
  member_id uuid not null references accounts on delete cascade,
  recipients int not null check (recipients > 0),
  opened_at timestamptz not null,
  closed_at timestamptz
);
comment on table reviews is 'staff look at a member whose first messages to several others were marked (D11.3)';
comment on column reviews.recipients is 'how many members got marked messages, until now';
create unique index reviews_open on reviews (member_id) where closed_at is null;
create index reviews_member on reviews (member_id);

-- a single message can be reported (D11.2)
alter table reports drop constraint reports_about_check;
alter table reports add constraint reports_about_check check (about in ('profile', 'chat', 'photo', 'message'));
alter table reports add column evidence jsonb;
comment on column reports.evidence is 'the reported message as it was; forgotten 30 days after the report is closed';
