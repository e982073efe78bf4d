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
  and case when fact_bits & 255 between '170'::bigint
  and '230'::bigint
  and fact_bits & '8192'::bigint <> 0
  and fact_bits & '21474836480'::bigint <> 0 then true else false end
  and member_id <> '11111111-1111-4111-8111-111111111111'
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
