-- Up Migration

-- a decision of staff that can still be taken back; a job carries it out
create table held_decisions (
  id uuid primary key,
  queue text not null,
  item uuid not null,
  staff_id uuid not null references staff on delete cascade,
  decision jsonb not null,
  held_at timestamptz not null default now(),
  unique (queue, item)
);
comment on column held_decisions.decision is 'the body of the call that decides';
create index held_decisions_age on held_decisions (held_at);
create index held_decisions_staff on held_decisions (staff_id);
