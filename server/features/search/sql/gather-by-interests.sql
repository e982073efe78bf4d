-- gather: the holders of the rarest interest are fewer than all who pass the other filters
with found as materialized (
  select member_id, fictional
  from interest_holders
  where interest = 'art'
  and gender in ('male')
  and site_id = '1'
  and seeks_women
  and case when interest_bits & (select interest_bits('{art,tea}'::text[])) = (select interest_bits('{art,tea}'::text[])) then true else false end
  and member_id <> '11111111-1111-4111-8111-111111111111'
  limit 10500),
counted as materialized (
  select count(*)::int as everyone, (count(*) filter (where not fictional))::int as members
  from found),
few as (
  select member_id, fictional, ((case when (fictional or member_id in (
          select member_id
          from profiles
          where automatic)) then 1 else 16 end)::bigint * '10000000000000000'::bigint + (date_part('epoch', "last_active_at") * 1000000)::bigint) as value
  from (
    select member_id
    from found
    where (
      select everyone
      from counted) <= 1000
    limit 1000) as found
  join profiles using (member_id)),
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
