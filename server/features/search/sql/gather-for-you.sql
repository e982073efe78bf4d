-- gather: it is not known how many fit: gathering counts them
with found as not materialized (
  select member_id, fictional, ((case when place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) <= gc_to_sec(50000) then 8 when place <-> (select ll_to_earth('52.52061'::float8, '13.405592'::float8)) <= gc_to_sec(100000) then 7 when country = 'DE' then 5 else 0 end + case when last_active_at > '2026-10-21T18:00:00.000Z' then 4 else 0 end + case when (fictional or member_id in (
          select member_id
          from profiles
          where automatic)) then 0 else 16 end)::bigint * '10000000000000000'::bigint + (date_part('epoch', "last_active_at") * 1000000)::bigint) as value, gender, seeks_men, seeks_women, date_of_birth, country, place, interest_bits, match_wishes, fact_bits
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and country = 'DE'
  and region = 'DE-BE'
  and date_of_birth > '1986-11-20'
  and date_of_birth <= '1996-11-20'
  and shows_photo
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
  limit '120')
select everyone, members, true as whole, (
  select string_agg(concat_ws(' ', "page"."value"::text, member_id, fictional::int * 1 + (member_id in (
          select other_id
          from conversation_members
          where conversation_members.member_id = '11111111-1111-4111-8111-111111111111'))::int * 2 + seeks_men::int * 4 + seeks_women::int * 8 + (gender = 'male')::int * 16, date_of_birth, country, interest_bits, match_wishes, fact_bits, degrees(asin(cube_ll_coord(place, 3) / earth()))::real, degrees(atan2(cube_ll_coord(place, 2), cube_ll_coord(place, 1)))::real), E'\n' order by page.value desc, page.member_id desc)
  from page) as lines
from counted;
