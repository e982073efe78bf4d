-- Up Migration
create extension if not exists citext;
create extension if not exists btree_gist;
create extension if not exists cube;
create extension if not exists pg_trgm;

-- The part of PostgreSQL's extension earthdistance that the product uses, written out: only a superuser may create that
-- extension, and the owner of a database all the others. It may be there already, created by the operator: then it stays.
do $$ begin
  if to_regprocedure('ll_to_earth(float8, float8)') is not null then return; end if;
  create function earth() returns float8 language sql immutable parallel safe return 6378168::float8;
  create domain earth as cube
    constraint not_point check (cube_is_point(value))
    constraint not_3d check (cube_dim(value) <= 3)
    constraint on_surface check (abs(cube_distance(value, '(0)'::cube) / earth() - 1::float8) < '10e-7'::float8);
  create function sec_to_gc(float8) returns float8 language sql immutable strict parallel safe return case
    when $1 < 0 then 0::float8
    when $1 / (2 * earth()) > 1 then pi() * earth()
    else 2 * earth() * asin($1 / (2 * earth()))
  end;
  create function gc_to_sec(float8) returns float8 language sql immutable strict parallel safe return case
    when $1 < 0 then 0::float8
    when $1 / earth() > pi() then 2 * earth()
    else 2 * earth() * sin($1 / (2 * earth()))
  end;
  create function ll_to_earth(float8, float8) returns earth language sql immutable strict parallel safe return cube(cube(
    cube(earth() * cos(radians($1)) * cos(radians($2))),
    earth() * cos(radians($1)) * sin(radians($2))),
    earth() * sin(radians($1)))::earth;
  create function earth_distance(earth, earth) returns float8 language sql immutable strict parallel safe
    return sec_to_gc(cube_distance($1, $2));
end $$;
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'check_violation';
end $$;

-- platform: a mutating call's key and its first answer
create table idempotency_keys (
  scope text not null,
  key uuid not null,
  call text not null,
  body_hash bytea not null,
  answer jsonb,
  session_for uuid,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);
create index idempotency_keys_session on idempotency_keys (session_for) where session_for is not null;

-- What the JSON of a job names: ids and addresses, in lower case. Erasing a member finds their jobs by an index of it,
-- which the start creates, because pg-boss creates its table later than our migrations run. An address in quotes, at the
-- end of a sentence, or in a link counts with and without these characters, because they may be its own.
create function job_mentions(texts jsonb[]) returns text[]
  language sql immutable parallel safe
  return array(
    select distinct pg_catalog.unnest(array[
      name, pg_catalog.btrim(name, '.'''), pg_catalog.regexp_replace(name, '^.*[/=]', '')])
    from pg_catalog.unnest(texts) as given,
      pg_catalog.regexp_matches(given::text,
        '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[^\s"<>(),:;\\@]+@[^\s"<>(),:;\\/=?&@]+', 'gi')
        as found,
      pg_catalog.lower(found[1]) as name);

-- when a part of the product last did its work: what the doctor and the back office look at
create table last_done (
  part text primary key check (part in ('worker', 'mail', 'webhook', 'retention')),
  at timestamptz not null
);
