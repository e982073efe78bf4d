-- walk: a search of the last minute counted more than the cap
select member_id, (16::bigint * '10000000000000000'::bigint + (date_part('epoch', "moment") * 1000000)::bigint)::text as value
from (
  select member_id, "created_at" as moment
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and not (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and "created_at" > '-infinity'::timestamptz
  and ("created_at", member_id) < ('infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by "created_at" desc, member_id desc
  limit '25') as page
order by moment desc, member_id desc;

select member_id, (1::bigint * '10000000000000000'::bigint + (date_part('epoch', "moment") * 1000000)::bigint)::text as value
from (
  select member_id, "created_at" as moment
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and "created_at" > '-infinity'::timestamptz
  and ("created_at", member_id) < ('infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by "created_at" desc, member_id desc
  limit '25') as page
order by moment desc, member_id desc;
