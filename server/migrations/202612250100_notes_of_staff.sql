-- Up Migration
-- what staff note about a member, for their colleagues
create table staff_notes (
  id uuid primary key default uuidv7(),
  member_id uuid not null references accounts on delete cascade,
  staff_id uuid not null references staff,
  text text not null,
  created_at timestamptz not null
);
create index staff_notes_member on staff_notes (member_id, created_at);
create index staff_notes_staff on staff_notes (staff_id);

-- who asked for a colleague's opinion on an item of a queue; the item no longer comes to them
create table staff_handovers (
  queue text not null,
  item uuid not null,
  staff_id uuid not null references staff on delete cascade,
  note text not null,
  created_at timestamptz not null,
  primary key (queue, item, staff_id)
);
create index staff_handovers_staff on staff_handovers (staff_id);
create index staff_handovers_age on staff_handovers (created_at);
