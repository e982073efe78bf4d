-- walk: a search of the last minute counted more than the cap
select found.member_id, town.distance::text as value
from (
  select id, ll_to_earth(latitude, longitude) <-> ll_to_earth('52.52061'::float8, '13.405592'::float8) as distance
  from cities
  where true
  and country = 'DE') as town
cross join lateral (
  select member_id
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and country = 'DE'
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and latitude_band is not null
  and not (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and city_id = town.id
  order by member_id
  limit '25') as found
order by town.distance, found.member_id
limit '25';

select found.member_id, town.distance::text as value
from (
  select id, (ll_to_earth(latitude, longitude) <-> ll_to_earth('52.52061'::float8, '13.405592'::float8)) + 20000000 as distance
  from cities
  where true
  and country = 'DE') as town
cross join lateral (
  select member_id
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and country = 'DE'
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and latitude_band is not null
  and (fictional or member_id in (
      select member_id
      from profiles
      where automatic))
  and city_id = town.id
  order by member_id
  limit '25') as found
order by town.distance, found.member_id
limit '25';
