-- gather: it is not known how many fit: gathering counts them
with found as materialized (
  select member_id, fictional, ((case when (fictional or member_id in (
          select member_id
          from profiles
          where automatic)) then 1 else 16 end)::bigint * '10000000000000000'::bigint + (date_part('epoch', "last_active_at") * 1000000)::bigint) as value
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and created_at > '2026-11-13T18:00:00.000Z'
  and not fictional
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and latitude_band between '208'
  and '211'
  and longitude_band between '25'
  and '28'
  and place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) <= gc_to_sec('50000'::float8)
  limit 10500),
counted as materialized (
  select count(*)::int as everyone, (count(*) filter (where not fictional))::int as members
  from found),
few as (
  select *
  from found
  where (
    select everyone
    from counted) <= 3000
  limit 3000),
page as (
  select *
  from few
  where true
  order by value desc, member_id desc
  limit '25')
select everyone, members, true as whole, "page"."value"::text as value, page.member_id
from counted
left join page on true
order by page.value desc, page.member_id desc;
