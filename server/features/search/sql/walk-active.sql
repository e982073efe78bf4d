-- walk: a search of the last minute counted more than the cap
select member_id, (extract(epoch from "moment") * 1000000)::bigint::text as value
from (
  select member_id, "last_active_at" as moment
  from profiles
  where gender in ('male', 'female')
  and site_id = '1'
  and listed
  and ("profiles"."shown_to_visitors" or "profiles"."fictional")
  and true
  order by "last_active_at" desc, member_id desc
  limit '25') as page
order by "moment" desc, member_id desc;
