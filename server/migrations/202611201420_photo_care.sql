-- Up Migration
-- photos in their owner's order, with words of theirs, cut to the part that they want seen (D8)
alter table photos
  add column position int not null default 0,
  add column caption text not null default '' check (length(caption) <= 8000),
  add column crop jsonb,
  add column edition text not null default '',
  add check ((crop is null) = (edition = ''));
comment on column photos.position is 'smaller is earlier, after the main photo; the same: the older one is earlier';
comment on column photos.crop is 'the part of the whole picture that is shown: x, y, width, height as shares of it; null: all of it';
comment on column photos.edition is 'names the files that were made for this crop; empty: those of the whole picture';
update photos set position = counted.place
  from (select id, row_number() over (partition by member_id order by created_at, id) as place from photos) as counted
  where counted.id = photos.id;
