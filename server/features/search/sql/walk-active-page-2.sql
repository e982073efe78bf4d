-- walk: the first page was walked, and the two ways order equals differently
select member_id, (16::bigint * '10000000000000000'::bigint + (date_part('epoch', "moment") * 1000000)::bigint)::text as value
from (
  select member_id, "last_active_at" as moment
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and not fictional
  and not (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and not (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and "last_active_at" > '-infinity'::timestamptz
  and ("last_active_at", member_id) < ('2026-11-18T11:06:40.123456Z'::timestamptz, '11111111-1111-4111-8111-111111111111'::uuid)
  order by "last_active_at" desc, member_id desc
  limit '25') as page
order by moment desc, member_id desc;
