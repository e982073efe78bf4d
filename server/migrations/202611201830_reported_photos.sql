-- what was reported is there for staff though its owner deletes it meanwhile, as with chats (D6.6, D11.2)
alter table reports add column photo_until timestamptz;
alter table reports add check (photo_until is null or about = 'photo');
comment on column reports.photo_until is 'a copy of the photo is kept, as its owner has deleted it; then it goes';
create index reports_photos on reports (photo_until) where photo_until is not null;
