-- gather: the index that finds them also says who was active last
with found as not materialized (
  select member_id, fictional, ((case when (fictional or member_id in (
          select member_id
          from profiles
          where automatic)) then 1 else 16 end)::bigint * '10000000000000000'::bigint + (date_part('epoch', "last_active_at") * 1000000)::bigint) as value, gender, seeks_men, seeks_women, date_of_birth, country, place, interest_bits, match_wishes, fact_bits
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
  from counted) as whole, (
  select string_agg(concat_ws(' ', "page"."value"::text, member_id, fictional::int * 1 + (member_id in (
          select other_id
          from conversation_members
          where conversation_members.member_id = '11111111-1111-4111-8111-111111111111'))::int * 2 + seeks_men::int * 4 + seeks_women::int * 8 + (gender = 'male')::int * 16, date_of_birth, country, interest_bits, match_wishes, fact_bits, degrees(asin(cube_ll_coord(place, 3) / earth()))::real, degrees(atan2(cube_ll_coord(place, 2), cube_ll_coord(place, 1)))::real), E'\n' order by page.value desc, page.member_id desc)
  from page) as lines
from counted;
