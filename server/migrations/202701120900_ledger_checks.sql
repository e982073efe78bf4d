-- Up Migration

-- how far the nightly check of the ledger has come, so that it need not read the whole each night
create table ledger_checks (
  single boolean primary key default true check (single),
  checked_to bigint not null default 0,
  whole_to bigint not null default 0,
  whole_begun_at timestamptz
);
comment on column ledger_checks.checked_to is 'each entry up to this id has the balance that follows from the one before';
comment on column ledger_checks.whole_to is 'the same, of the check of the whole ledger that was begun last, from the first entry on';
insert into ledger_checks default values;
