-- walk: a search of the last minute counted more than the cap
select member_id, (16::bigint * '10000000000000000'::bigint + (date_part('epoch', "moment") * 1000000)::bigint)::text as value
from (
  select member_id, "last_active_at" as moment
  from profiles
  where gender in ('male', 'female')
  and site_id = '1'
  and listed
  and ("profiles"."shown_to_visitors" or "profiles"."fictional")
  and not (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and "last_active_at" > '-infinity'::timestamptz
  and ("last_active_at", member_id) < ('infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by "last_active_at" desc, member_id desc
  limit '25') as page
order by moment desc, member_id desc;

select member_id, (1::bigint * '10000000000000000'::bigint + (date_part('epoch', "moment") * 1000000)::bigint)::text as value
from (
  select member_id, "last_active_at" as moment
  from profiles
  where gender in ('male', 'female')
  and site_id = '1'
  and listed
  and ("profiles"."shown_to_visitors" or "profiles"."fictional")
  and (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and "last_active_at" > '-infinity'::timestamptz
  and ("last_active_at", member_id) < ('infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by "last_active_at" desc, member_id desc
  limit '25') as page
order by moment desc, member_id desc;
