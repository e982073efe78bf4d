-- what members report (D11.2); an erased member is taken out of it by stripReports
create table reports (
  id uuid primary key default gen_random_uuid(),
  site_id smallint not null references sites,
  reporter_id uuid references accounts on delete set null,
  reported_id uuid references accounts on delete set null,
  about text not null check (about in ('profile', 'chat', 'photo')),
  about_id uuid,
  reason text not null check (reason in ('harassment', 'scam', 'fake', 'explicit', 'underage', 'other')),
  text text not null default '',
  status text not null default 'open' check (status in ('open', 'closed')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  closed_at timestamptz,
  chat jsonb,
  chat_until timestamptz,
  chat_opened_at timestamptz,
  check (reporter_id <> reported_id),
  check ((status = 'closed') = (closed_at is not null)),
  check ((chat is null) = (chat_until is null))
);
comment on column reports.about_id is 'the member, the conversation or the photo; null: erased with its member';
comment on column reports.text is 'the words of the one who reports';
comment on column reports.chat is 'a copy of the conversation, made when a block deleted it (D6.6)';
comment on column reports.chat_until is 'when the copy is forgotten';
comment on column reports.chat_opened_at is 'when staff last read the conversation because of this report (D11.4)';
create unique index reports_once on reports (reporter_id, about, about_id) where status = 'open';
create index reports_made on reports (reporter_id);
create index reports_got on reports (reported_id);
create index reports_open on reports (created_at) where status = 'open';
create index reports_closed on reports (closed_at) where status = 'closed';
create index reports_copies on reports (chat_until) where chat_until is not null;
