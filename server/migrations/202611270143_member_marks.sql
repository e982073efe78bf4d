-- Up Migration

-- what a member keeps for themselves about another one, who never learns of it (R11.05)
create table member_marks (
  owner_id uuid not null references accounts on delete cascade,
  about_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  hidden boolean not null,
  note text not null default '',
  created_at timestamptz not null,
  primary key (owner_id, about_id)
);
comment on column member_marks.hidden is 'not for the owner: their own search, swipe game and suggestions leave them out; else saved';
create index member_marks_about on member_marks (about_id);
