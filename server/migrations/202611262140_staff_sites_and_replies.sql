-- Up Migration

alter table staff add column site_ids smallint[] check (cardinality(site_ids) > 0);
comment on column staff.site_ids is 'the sites that the staff member works on; null: all, those to come included';

create table staff_replies (
  id uuid default uuidv7() primary key,
  staff_id uuid not null references staff on delete cascade,
  title text not null,
  text text not null,
  created_at timestamptz not null
);
comment on table staff_replies is 'texts that a staff member saved for their own answers';
create index staff_replies_staff on staff_replies (staff_id, title);
