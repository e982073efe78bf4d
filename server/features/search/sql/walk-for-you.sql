-- walk: a search of the last minute counted more than the cap
select member_id, value::text
from (
  select found.member_id, ("step"."score"::bigint * '10000000000000000'::bigint + (date_part('epoch', "last_active_at") * 1000000)::bigint) as value
  from (values (28, -1::float8, gc_to_sec(50000), '2026-10-21T18:00:00.000Z'::timestamptz, 'infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid), (27, gc_to_sec(50000), gc_to_sec(100000), '2026-10-21T18:00:00.000Z'::timestamptz, 'infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)) as step (score, beyond, within, since, until, until_id)
  cross join lateral (
    select of_cell.member_id, of_cell.last_active_at
    from unnest('{208,208,208,208,209,209,209,209,210,210,210,210,211,211,211,211,206,206,206,206,206,206,206,207,207,207,207,207,207,207,208,208,208,208,208,208,208,209,209,209,209,209,209,210,210,210,210,210,211,211,211,211,211,211,211,212,212,212,212,212,212,212,213,213,213,213,213,213,213}'::smallint[], '{25,26,27,28,25,26,27,28,25,26,27,28,25,26,27,28,23,24,25,26,27,28,29,23,24,25,26,27,28,29,23,24,25,26,27,28,29,23,24,25,27,28,29,23,24,25,28,29,23,24,25,26,27,28,29,23,24,25,26,27,28,29,23,24,25,26,27,28,29}'::smallint[], '{28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27,27}'::int[]) as cell (latitude, longitude, score)
    cross join unnest('{male}'::text[]) as wanted (gender)
    cross join lateral (
      select member_id, last_active_at
      from profiles
      where site_id = '1'
      and listed
      and seeks_women
      and date_of_birth <= '1996-11-20'
      and member_id <> '11111111-1111-4111-8111-111111111111'
      and gender = wanted.gender
      and not (fictional or member_id in (
          select member_id
          from profiles
          where automatic))
      and latitude_band = cell.latitude
      and longitude_band = cell.longitude
      and last_active_at > step.since
      and (last_active_at, member_id) < (step.until, step.until_id)
      and place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) > step.beyond
      and place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) <= step.within
      order by last_active_at desc, member_id desc
      limit '120') as of_cell
    where cell.score = step.score
    order by last_active_at desc, member_id desc
    limit '120') as found
  limit '120') as page
order by page.value desc, member_id desc;

select member_id, (25::bigint * '10000000000000000'::bigint + (date_part('epoch', "moment") * 1000000)::bigint)::text as value
from (
  select member_id, "last_active_at" as moment
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and date_of_birth <= '1996-11-20'
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and country = 'DE'
  and (place is null or place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) > gc_to_sec(100000))
  and not (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and "last_active_at" > '2026-10-21T18:00:00.000Z'::timestamptz
  and ("last_active_at", member_id) < ('infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by "last_active_at" desc, member_id desc
  limit '120') as page
order by moment desc, member_id desc;

select member_id, value::text
from (
  select found.member_id, ("step"."score"::bigint * '10000000000000000'::bigint + (date_part('epoch', "last_active_at") * 1000000)::bigint) as value
  from (values (24, -1::float8, gc_to_sec(50000), '-infinity'::timestamptz, '2026-10-21T18:00:00.000Z'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid), (23, gc_to_sec(50000), gc_to_sec(100000), '-infinity'::timestamptz, '2026-10-21T18:00:00.000Z'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)) as step (score, beyond, within, since, until, until_id)
  cross join lateral (
    select of_cell.member_id, of_cell.last_active_at
    from unnest('{208,208,208,208,209,209,209,209,210,210,210,210,211,211,211,211,206,206,206,206,206,206,206,207,207,207,207,207,207,207,208,208,208,208,208,208,208,209,209,209,209,209,209,210,210,210,210,210,211,211,211,211,211,211,211,212,212,212,212,212,212,212,213,213,213,213,213,213,213}'::smallint[], '{25,26,27,28,25,26,27,28,25,26,27,28,25,26,27,28,23,24,25,26,27,28,29,23,24,25,26,27,28,29,23,24,25,26,27,28,29,23,24,25,27,28,29,23,24,25,28,29,23,24,25,26,27,28,29,23,24,25,26,27,28,29,23,24,25,26,27,28,29}'::smallint[], '{24,24,24,24,24,24,24,24,24,24,24,24,24,24,24,24,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23}'::int[]) as cell (latitude, longitude, score)
    cross join unnest('{male}'::text[]) as wanted (gender)
    cross join lateral (
      select member_id, last_active_at
      from profiles
      where site_id = '1'
      and listed
      and seeks_women
      and date_of_birth <= '1996-11-20'
      and member_id <> '11111111-1111-4111-8111-111111111111'
      and gender = wanted.gender
      and not (fictional or member_id in (
          select member_id
          from profiles
          where automatic))
      and latitude_band = cell.latitude
      and longitude_band = cell.longitude
      and last_active_at > step.since
      and (last_active_at, member_id) < (step.until, step.until_id)
      and place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) > step.beyond
      and place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) <= step.within
      order by last_active_at desc, member_id desc
      limit '120') as of_cell
    where cell.score = step.score
    order by last_active_at desc, member_id desc
    limit '120') as found
  limit '120') as page
order by page.value desc, member_id desc;

select member_id, (21::bigint * '10000000000000000'::bigint + (date_part('epoch', "moment") * 1000000)::bigint)::text as value
from (
  select member_id, "last_active_at" as moment
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and date_of_birth <= '1996-11-20'
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and country = 'DE'
  and (place is null or place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) > gc_to_sec(100000))
  and not (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and "last_active_at" > '-infinity'::timestamptz
  and ("last_active_at", member_id) < ('2026-10-21T18:00:00.000Z'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by "last_active_at" desc, member_id desc
  limit '120') as page
order by moment desc, member_id desc;

select member_id, (20::bigint * '10000000000000000'::bigint + (date_part('epoch', "moment") * 1000000)::bigint)::text as value
from (
  select member_id, "last_active_at" as moment
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and date_of_birth <= '1996-11-20'
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and country <> 'DE'
  and (place is null or place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) > gc_to_sec(100000))
  and not (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and "last_active_at" > '2026-10-21T18:00:00.000Z'::timestamptz
  and ("last_active_at", member_id) < ('infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by "last_active_at" desc, member_id desc
  limit '120') as page
order by moment desc, member_id desc;

select member_id, (16::bigint * '10000000000000000'::bigint + (date_part('epoch', "moment") * 1000000)::bigint)::text as value
from (
  select member_id, "last_active_at" as moment
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and date_of_birth <= '1996-11-20'
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and country <> 'DE'
  and (place is null or place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) > gc_to_sec(100000))
  and not (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and "last_active_at" > '-infinity'::timestamptz
  and ("last_active_at", member_id) < ('2026-10-21T18:00:00.000Z'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by "last_active_at" desc, member_id desc
  limit '120') as page
order by moment desc, member_id desc;

select member_id, value::text
from (
  select found.member_id, ("step"."score"::bigint * '10000000000000000'::bigint + (date_part('epoch', "last_active_at") * 1000000)::bigint) as value
  from (values (12, -1::float8, gc_to_sec(50000), '2026-10-21T18:00:00.000Z'::timestamptz, 'infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid), (11, gc_to_sec(50000), gc_to_sec(100000), '2026-10-21T18:00:00.000Z'::timestamptz, 'infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)) as step (score, beyond, within, since, until, until_id)
  cross join lateral (
    select of_cell.member_id, of_cell.last_active_at
    from unnest('{208,208,208,208,209,209,209,209,210,210,210,210,211,211,211,211,206,206,206,206,206,206,206,207,207,207,207,207,207,207,208,208,208,208,208,208,208,209,209,209,209,209,209,210,210,210,210,210,211,211,211,211,211,211,211,212,212,212,212,212,212,212,213,213,213,213,213,213,213}'::smallint[], '{25,26,27,28,25,26,27,28,25,26,27,28,25,26,27,28,23,24,25,26,27,28,29,23,24,25,26,27,28,29,23,24,25,26,27,28,29,23,24,25,27,28,29,23,24,25,28,29,23,24,25,26,27,28,29,23,24,25,26,27,28,29,23,24,25,26,27,28,29}'::smallint[], '{12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11}'::int[]) as cell (latitude, longitude, score)
    cross join unnest('{male}'::text[]) as wanted (gender)
    cross join lateral (
      select member_id, last_active_at
      from profiles
      where site_id = '1'
      and listed
      and seeks_women
      and date_of_birth <= '1996-11-20'
      and member_id <> '11111111-1111-4111-8111-111111111111'
      and gender = wanted.gender
      and (fictional or member_id in (
          select member_id
          from profiles
          where automatic))
      and latitude_band = cell.latitude
      and longitude_band = cell.longitude
      and last_active_at > step.since
      and (last_active_at, member_id) < (step.until, step.until_id)
      and place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) > step.beyond
      and place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) <= step.within
      order by last_active_at desc, member_id desc
      limit '120') as of_cell
    where cell.score = step.score
    order by last_active_at desc, member_id desc
    limit '120') as found
  limit '120') as page
order by page.value desc, member_id desc;

select member_id, (9::bigint * '10000000000000000'::bigint + (date_part('epoch', "moment") * 1000000)::bigint)::text as value
from (
  select member_id, "last_active_at" as moment
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and date_of_birth <= '1996-11-20'
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and country = 'DE'
  and (place is null or place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) > gc_to_sec(100000))
  and (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and "last_active_at" > '2026-10-21T18:00:00.000Z'::timestamptz
  and ("last_active_at", member_id) < ('infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by "last_active_at" desc, member_id desc
  limit '120') as page
order by moment desc, member_id desc;

select member_id, value::text
from (
  select found.member_id, ("step"."score"::bigint * '10000000000000000'::bigint + (date_part('epoch', "last_active_at") * 1000000)::bigint) as value
  from (values (8, -1::float8, gc_to_sec(50000), '-infinity'::timestamptz, '2026-10-21T18:00:00.000Z'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid), (7, gc_to_sec(50000), gc_to_sec(100000), '-infinity'::timestamptz, '2026-10-21T18:00:00.000Z'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)) as step (score, beyond, within, since, until, until_id)
  cross join lateral (
    select of_cell.member_id, of_cell.last_active_at
    from unnest('{208,208,208,208,209,209,209,209,210,210,210,210,211,211,211,211,206,206,206,206,206,206,206,207,207,207,207,207,207,207,208,208,208,208,208,208,208,209,209,209,209,209,209,210,210,210,210,210,211,211,211,211,211,211,211,212,212,212,212,212,212,212,213,213,213,213,213,213,213}'::smallint[], '{25,26,27,28,25,26,27,28,25,26,27,28,25,26,27,28,23,24,25,26,27,28,29,23,24,25,26,27,28,29,23,24,25,26,27,28,29,23,24,25,27,28,29,23,24,25,28,29,23,24,25,26,27,28,29,23,24,25,26,27,28,29,23,24,25,26,27,28,29}'::smallint[], '{8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7}'::int[]) as cell (latitude, longitude, score)
    cross join unnest('{male}'::text[]) as wanted (gender)
    cross join lateral (
      select member_id, last_active_at
      from profiles
      where site_id = '1'
      and listed
      and seeks_women
      and date_of_birth <= '1996-11-20'
      and member_id <> '11111111-1111-4111-8111-111111111111'
      and gender = wanted.gender
      and (fictional or member_id in (
          select member_id
          from profiles
          where automatic))
      and latitude_band = cell.latitude
      and longitude_band = cell.longitude
      and last_active_at > step.since
      and (last_active_at, member_id) < (step.until, step.until_id)
      and place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) > step.beyond
      and place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) <= step.within
      order by last_active_at desc, member_id desc
      limit '120') as of_cell
    where cell.score = step.score
    order by last_active_at desc, member_id desc
    limit '120') as found
  limit '120') as page
order by page.value desc, member_id desc;

select member_id, (5::bigint * '10000000000000000'::bigint + (date_part('epoch', "moment") * 1000000)::bigint)::text as value
from (
  select member_id, "last_active_at" as moment
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and date_of_birth <= '1996-11-20'
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and country = 'DE'
  and (place is null or place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) > gc_to_sec(100000))
  and (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and "last_active_at" > '-infinity'::timestamptz
  and ("last_active_at", member_id) < ('2026-10-21T18:00:00.000Z'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by "last_active_at" desc, member_id desc
  limit '120') as page
order by moment desc, member_id desc;

select member_id, (4::bigint * '10000000000000000'::bigint + (date_part('epoch', "moment") * 1000000)::bigint)::text as value
from (
  select member_id, "last_active_at" as moment
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and date_of_birth <= '1996-11-20'
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and country <> 'DE'
  and (place is null or place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) > gc_to_sec(100000))
  and (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and "last_active_at" > '2026-10-21T18:00:00.000Z'::timestamptz
  and ("last_active_at", member_id) < ('infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by "last_active_at" desc, member_id desc
  limit '120') as page
order by moment desc, member_id desc;

select member_id, (0::bigint * '10000000000000000'::bigint + (date_part('epoch', "moment") * 1000000)::bigint)::text as value
from (
  select member_id, "last_active_at" as moment
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and date_of_birth <= '1996-11-20'
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and country <> 'DE'
  and (place is null or place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) > gc_to_sec(100000))
  and (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and "last_active_at" > '-infinity'::timestamptz
  and ("last_active_at", member_id) < ('2026-10-21T18:00:00.000Z'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by "last_active_at" desc, member_id desc
  limit '120') as page
order by moment desc, member_id desc;
