-- Up Migration

-- when a part of the product last did its work: what the doctor and the back office look at
create table last_done (
  part text primary key check (part in ('worker', 'mail', 'webhook')),
  at timestamptz not null
);
