-- mails that members ask for and get once a week (D9.1)
alter table notification_preferences drop constraint notification_preferences_kind_check;
alter table notification_preferences add constraint notification_preferences_kind_check
  check (kind in ('message', 'like', 'match', 'visitor', 'offers', 'news', 'suggestions', 'digest'));
create index notification_preferences_weekly on notification_preferences (kind, account_id)
  where enabled and channel = 'email' and kind in ('suggestions', 'digest');

create table weekly_mails (
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('suggestions', 'digest')),
  written_at timestamptz not null,
  primary key (account_id, kind)
);
comment on column weekly_mails.written_at is 'when the last one was due, also if there was nothing to say';
