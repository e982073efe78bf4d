-- gather: the index that finds them also says who was active last
with found as not materialized (
  select member_id, fictional, "last_active_at" as value
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and country = 'DE'
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
    from counted) <= 10499
  limit 10499),
page as (
  select member_id, value
  from few
  where true
  and (not fictional or (
      select members <= 1000
      and everyone <= 3000
      from counted))
  order by value desc, member_id desc
  limit case when (
    select members <= 1000
    and everyone <= 3000
    from counted) then 3000 else '1000'::int end)
select everyone, members, (
  select members <= 1000
  and everyone <= 3000
  from counted) as whole, (extract(epoch from "page"."value") * 1000000)::bigint::text as value, p.member_id, p.fictional, p.member_id in (
  select other_id
  from conversation_members
  where conversation_members.member_id = '11111111-1111-4111-8111-111111111111') as chatted, "p"."gender", "p"."seeks_men", "p"."seeks_women", "p"."date_of_birth", "p"."country", "p"."latitude", "p"."longitude", "p"."body_type", array_to_string("p"."interests", ',') as "interests", array_to_string("p"."goals", ',') as "goals", "p"."prefers_min_age", "p"."prefers_max_age", "p"."prefers_distance", array_to_string("p"."prefers_body_types", ',') as "prefers_body_types"
from counted
left join page on true
left join profiles as p on p.member_id = page.member_id
order by page.value desc, page.member_id desc;
