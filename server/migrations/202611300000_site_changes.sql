-- Up Migration
-- what was changed of a site, by a screen or a command, so that each change can be taken back (D2.2)
create table site_changes (
  id uuid primary key default uuidv7(),
  site_id smallint not null references sites on delete cascade,
  changed_at timestamptz not null,
  staff_id uuid references staff,
  undoes uuid unique references site_changes on delete cascade,
  changes jsonb not null check (jsonb_typeof(changes) = 'array' and changes <> '[]')
);
create index site_changes_site on site_changes (site_id, id);
create index site_changes_staff on site_changes (staff_id) where staff_id is not null;
comment on column site_changes.staff_id is 'null: a command on the machine itself';
comment on column site_changes.undoes is 'the change that this one takes back';
comment on column site_changes.changes is 'a list of {name, before, after}; a missing value is the default';
