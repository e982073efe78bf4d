-- Up Migration

-- who may write to a member first, and whether others see how often the member answers
alter table profiles
  add shows_odds boolean not null default true,
  add only_fitting_write boolean not null default false,
  add only_verified_write boolean not null default false;
comment on column profiles.shows_odds is 'others see how often the member answers first messages (R10.03)';
comment on column profiles.only_fitting_write is
  'first messages only from members of the gender, ages and distance that this one looks for (R10.05)';
comment on column profiles.only_verified_write is 'first messages only from verified members (R10.05)';

-- How often a member answers first messages, in steps: no exact numbers are kept. No row: too few first messages.
create table answer_odds (
  member_id uuid primary key references accounts on delete cascade,
  share text not null check (share in ('most', 'half', 'seldom')),
  within_a_day boolean not null,
  counted_at timestamptz not null
);

-- a held message may fail on delivery because its recipient asks for something else in a first message
alter table held_messages drop constraint held_messages_refused_check;
alter table held_messages add constraint held_messages_refused_check check (refused in ('profile_not_found',
  'conversation_limit', 'not_enough_credits', 'age_check_required', 'outside_wishes')) not valid;
