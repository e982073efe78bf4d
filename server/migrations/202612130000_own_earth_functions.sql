-- Up Migration
-- A database whose first start was before this version has earthdistance, which only a superuser may create: neither
-- its dump nor a copy could be restored by a plain role. Its functions become the product's own, with the same
-- identity, so no index or column is touched. An extension that another role owns stays, and works as well.
do $$
declare part text;
begin
  if not exists (select from pg_extension where extname = 'earthdistance' and pg_has_role(extowner, 'usage')) then
    return;
  end if;
  foreach part in array array['function earth()', 'domain earth', 'function sec_to_gc(float8)',
    'function gc_to_sec(float8)', 'function ll_to_earth(float8, float8)', 'function earth_distance(earth, earth)']
  loop
    execute 'alter extension earthdistance drop ' || part;
  end loop;
  drop extension earthdistance;
end $$;
