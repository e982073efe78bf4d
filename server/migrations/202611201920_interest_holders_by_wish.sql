-- Up Migration
-- whom somebody looks for decides before country and age: seven of eight holders of an interest were read for nothing for those
-- who look for their own gender
alter table interest_holders drop constraint interest_holders_pkey,
  add primary key (site_id, interest, gender, seeks_men, seeks_women, country, date_of_birth, member_id)
    include (fictional, shows_photo, interest_bits, latitude_band);

create or replace function keep_interest_holders() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.listed then
    delete from interest_holders where site_id = old.site_id and interest = any (old.interests) and gender = old.gender
      and seeks_men = old.seeks_men and seeks_women = old.seeks_women and country = old.country
      and date_of_birth = old.date_of_birth and member_id = old.member_id;
  end if;
  if tg_op <> 'DELETE' and new.listed then
    insert into interest_holders (interest_bits, member_id, date_of_birth, site_id, latitude_band, seeks_men,
      seeks_women, fictional, shows_photo, country, gender, interest)
    select distinct new.interest_bits, new.member_id, new.date_of_birth, new.site_id, new.latitude_band, new.seeks_men,
      new.seeks_women, new.fictional, new.shows_photo, new.country, new.gender, code from unnest(new.interests) as code;
  end if;
  return null;
end $$;
