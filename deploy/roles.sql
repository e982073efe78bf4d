-- What the product's role may do in the database of the product: read and write rows, and analyse tables (`maintain`).
-- The tables, and the triggers that guard the ledger and the audit log, belong to the role `rendezvous`, which only
-- migrates. Run it as that role or as a superuser, in the product's database, once; again does no harm.
-- See docs/operations.md, Two roles.
alter default privileges for role rendezvous grant usage on schemas to rendezvous_app;
alter default privileges for role rendezvous grant select, insert, update, delete, maintain on tables to rendezvous_app;
alter default privileges for role rendezvous grant usage on sequences to rendezvous_app;

-- only a superuser may do this: which replicas follow the primary, and on which timeline; and what each connection of the
-- product sets for itself (server/db/pool.ts), which behind PgBouncer only the role can set
do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    grant pg_read_all_stats to rendezvous_app;
    alter role rendezvous_app set random_page_cost = '1.1';
    alter role rendezvous_app set max_parallel_workers_per_gather = '0';
    alter role rendezvous_app set jit = 'off';
    alter role rendezvous_app set statement_timeout = '54000';
    alter role rendezvous_app set lock_timeout = '3000';
  end if;
end
$$;

-- of a database that was in use before
do $$
declare
  used text;
begin
  for used in select nspname from pg_namespace where nspname in ('public', 'pgboss') loop
    execute format('grant usage on schema %I to rendezvous_app', used);
    execute format('grant select, insert, update, delete, maintain on all tables in schema %I to rendezvous_app', used);
    execute format('grant usage on all sequences in schema %I to rendezvous_app', used);
  end loop;
end
$$;
