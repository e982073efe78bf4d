-- Up Migration
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
