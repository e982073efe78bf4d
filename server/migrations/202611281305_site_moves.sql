-- Up Migration

-- a site that moves to another installation, or has: meanwhile its hosts answer 503 here (0126)
create table site_moves (
  site_id smallint primary key references sites on delete cascade,
  state text not null check (state in ('moving', 'leaving', 'moved', 'arriving', 'erasing')),
  since timestamptz not null
);
comment on column site_moves.state is
  'moving, leaving: being copied from here; moved, erasing: an old copy; arriving: a new copy, not open yet';
