-- Up Migration

-- an operator who changes a row by hand reads which table refuses it
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
