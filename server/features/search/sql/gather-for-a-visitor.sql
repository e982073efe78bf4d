-- gather: it is not known how many fit: gathering counts them
with found as not materialized (
  select member_id, fictional, ((case when country = 'DE' then 5 else 0 end + case when last_active_at > '2026-10-21T18:00:00.000Z' then 4 else 0 end + case when (fictional or member_id in (
          select member_id
          from profiles
          where automatic)) then 0 else 16 end)::bigint * '10000000000000000'::bigint + (date_part('epoch', "last_active_at") * 1000000)::bigint) as value
  from profiles
  where gender in ('male', 'female')
  and site_id = '1'
  and listed
  and country = 'DE'
  and ("profiles"."shown_to_visitors" or "profiles"."fictional")
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
