-- gather: it is not known how many fit: gathering counts them
with found as not materialized (
  select member_id, fictional, (place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8))) + case when (fictional or member_id in (
      select member_id
      from profiles
      where automatic)) then 20000000 else 0 end as value
  from profiles
  where gender in ('female')
  and site_id = '1'
  and listed
  and country = 'DE'
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and latitude_band is not null
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
  order by value asc, member_id asc
  limit '25')
select everyone, members, true as whole, "page"."value"::text as value, page.member_id
from counted
left join page on true
order by page.value asc, page.member_id asc;
