-- gather: the index that finds them also says who was active last
with found as not materialized (
  select member_id, fictional, "last_active_at" as value, gender, seeks_men, seeks_women, date_of_birth, country, place, interest_bits, match_wishes
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
  select *
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
  from counted) as whole, (extract(epoch from "page"."value") * 1000000)::bigint::text as value, member_id, fictional, member_id in (
  select other_id
  from conversation_members
  where conversation_members.member_id = '11111111-1111-4111-8111-111111111111') as chatted, gender, seeks_men, seeks_women, date_of_birth, country, degrees(asin(cube_ll_coord(place, 3) / earth()))::real as latitude, degrees(atan2(cube_ll_coord(place, 2), cube_ll_coord(place, 1)))::real as longitude, interest_bits, match_wishes
from counted
left join page on true
order by page.value desc, page.member_id desc;
