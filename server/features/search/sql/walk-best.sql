-- walk: a search of the last minute counted more than the cap
select member_id, fictional, member_id in (
  select other_id
  from conversation_members
  where conversation_members.member_id = '11111111-1111-4111-8111-111111111111') as chatted, gender, seeks_men, seeks_women, date_of_birth, country, degrees(asin(cube_ll_coord(place, 3) / earth()))::real as latitude, degrees(atan2(cube_ll_coord(place, 2), cube_ll_coord(place, 1)))::real as longitude, interest_bits, match_wishes, fact_bits, (16::bigint * '10000000000000000'::bigint + (date_part('epoch', "moment") * 1000000)::bigint)::text as value
from (
  select member_id, "last_active_at" as moment, fictional, gender, seeks_men, seeks_women, date_of_birth, country, place, interest_bits, match_wishes, fact_bits
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and not fictional
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and not (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and "last_active_at" > '-infinity'::timestamptz
  and ("last_active_at", member_id) < ('infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by "last_active_at" desc, member_id desc
  limit '1000') as page
order by moment desc, member_id desc;

select member_id, fictional, member_id in (
  select other_id
  from conversation_members
  where conversation_members.member_id = '11111111-1111-4111-8111-111111111111') as chatted, gender, seeks_men, seeks_women, date_of_birth, country, degrees(asin(cube_ll_coord(place, 3) / earth()))::real as latitude, degrees(atan2(cube_ll_coord(place, 2), cube_ll_coord(place, 1)))::real as longitude, interest_bits, match_wishes, fact_bits, (1::bigint * '10000000000000000'::bigint + (date_part('epoch', "moment") * 1000000)::bigint)::text as value
from (
  select member_id, "last_active_at" as moment, fictional, gender, seeks_men, seeks_women, date_of_birth, country, place, interest_bits, match_wishes, fact_bits
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and not fictional
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and "last_active_at" > '-infinity'::timestamptz
  and ("last_active_at", member_id) < ('infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by "last_active_at" desc, member_id desc
  limit '1000') as page
order by moment desc, member_id desc;
