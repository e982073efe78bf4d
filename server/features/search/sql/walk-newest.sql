-- walk: a search of the last minute counted more than the cap
select member_id, (extract(epoch from "moment") * 1000000)::bigint::text as value
from (
  select member_id, "created_at" as moment
  from profiles
  where gender in ('male')
  and site_id = '1'
  and listed
  and seeks_women
  and member_id <> '11111111-1111-4111-8111-111111111111'
  and true
  order by "created_at" desc, member_id desc
  limit '25') as page
order by "moment" desc, member_id desc;
