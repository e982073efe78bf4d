-- Up Migration

-- calls between two members (R12.02), which the code calls talks: when, and how long; never what was said
create table talks (
  id uuid primary key default gen_random_uuid(),
  asker_id uuid not null references accounts on delete cascade,
  asked_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  asked_at timestamptz not null,
  ring_until timestamptz not null,
  begun_at timestamptz,
  ended_at timestamptz,
  ending text check (ending in ('declined', 'missed', 'cancelled', 'hung_up', 'lost', 'credits', 'closed')),
  silent boolean not null default false,
  minute_credits smallint not null default 0,
  minutes_charged integer not null default 0,
  constraint talks_two check (asker_id <> asked_id),
  constraint talks_ended check ((ended_at is null) = (ending is null))
);
comment on column talks.silent is 'the asked one was in another call: it rings for the asker only';
comment on column talks.ending is 'why it ended; the asker never learns whether it was declined or missed';
comment on column talks.minutes_charged is 'how many begun minutes the asker has paid';
create index talks_asker on talks (asker_id, asked_id, asked_at);
create index talks_asked on talks (asked_id, asked_at);
create index talks_open on talks (ring_until) where ended_at is null;
create index talks_old on talks (asked_at);

-- who takes part in an open one: the key makes that one at a time
create table talk_sides (
  member_id uuid primary key references accounts on delete cascade,
  talk_id uuid not null references talks on delete cascade,
  session_hash bytea references sessions on delete cascade,
  page uuid,
  seen_at timestamptz,
  beating_since timestamptz,
  camera boolean not null default false,
  clear boolean not null default false
);
comment on table talk_sides is 'deleted when the talk ends';
comment on column talk_sides.session_hash is 'of the page; the side ends with it, as by a logout';
comment on column talk_sides.page is 'the id of the browser page that takes part; null: it rings';
comment on column talk_sides.seen_at is 'when the page reported itself last';
comment on column talk_sides.beating_since is 'since when it has done so without a gap';
comment on column talk_sides.clear is 'wants both to be seen clearly';
create index talk_sides_talk on talk_sides (talk_id);
create index talk_sides_session on talk_sides (session_hash);

alter table profiles add column takes_talks boolean not null default true;

alter table ledger drop constraint ledger_cause_check;
alter table ledger add constraint ledger_cause_check
  check (cause in ('signup', 'message', 'gift', 'photo', 'voice', 'talk', 'photo_refund', 'voice_refund', 'taken_back',
    'no_answer', 'declined', 'fraud', 'purchase', 'demo', 'refund', 'refund_failed', 'chargeback',
    'chargeback_reversed', 'debt', 'staff')) not valid;
