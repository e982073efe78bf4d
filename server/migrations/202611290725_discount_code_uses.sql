-- Up Migration

-- without a default, so that no row is written anew; no row has a value that the check could refuse
alter table discount_codes add column max_uses int
  constraint discount_codes_max_uses check (max_uses > 0);
comment on column discount_codes.max_uses is 'orders that can have it, waiting ones included; null: any number';
