-- Up Migration
-- search by interests (D4.3): every index of profiles had to look at everybody for them, 100 ms among a million
create table interest_holders (
  interest_bits bigint not null,
  member_id uuid not null,
  date_of_birth date not null,
  site_id smallint not null,
  latitude_band smallint,
  seeks_men boolean not null,
  seeks_women boolean not null,
  fictional boolean not null,
  shows_photo boolean not null,
  country char(2) not null,
  gender text not null,
  interest text not null,
  primary key (site_id, interest, gender, country, date_of_birth, member_id)
    include (seeks_men, seeks_women, fictional, shows_photo, interest_bits, latitude_band)
);
comment on table interest_holders is
  'listed members once for each of their interests, with what a search asks for beside; kept by a trigger of profiles alone';
comment on column interest_holders.interest_bits is 'all the interests of the member';
-- an index alone answers only for pages that were vacuumed
alter table interest_holders set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);

create function keep_interest_holders() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.listed then
    delete from interest_holders where site_id = old.site_id and interest = any (old.interests) and gender = old.gender
      and country = old.country and date_of_birth = old.date_of_birth and member_id = old.member_id;
  end if;
  if tg_op <> 'DELETE' and new.listed then
    insert into interest_holders (interest_bits, member_id, date_of_birth, site_id, latitude_band, seeks_men,
      seeks_women, fictional, shows_photo, country, gender, interest)
    select distinct new.interest_bits, new.member_id, new.date_of_birth, new.site_id, new.latitude_band, new.seeks_men,
      new.seeks_women, new.fictional, new.shows_photo, new.country, new.gender, code from unnest(new.interests) as code;
  end if;
  return null;
end $$;
create trigger keep_interest_holders_of_new after insert on profiles
  for each row when (new.listed and new.interests <> '{}') execute function keep_interest_holders();
create trigger keep_interest_holders_of_gone after delete on profiles
  for each row when (old.listed and old.interests <> '{}') execute function keep_interest_holders();
-- not `update of`, which does not know what other triggers change; being noted as here changes none of these
create trigger keep_interest_holders after update on profiles
  for each row when ((old.listed or new.listed) and (old.interests <> '{}' or new.interests <> '{}') and
    (old.listed, old.interests, old.gender, old.country, old.date_of_birth, old.seeks_men, old.seeks_women, old.fictional,
      old.shows_photo, old.latitude_band, old.site_id) is distinct from
    (new.listed, new.interests, new.gender, new.country, new.date_of_birth, new.seeks_men, new.seeks_women, new.fictional,
      new.shows_photo, new.latitude_band, new.site_id))
  execute function keep_interest_holders();

insert into interest_holders (interest_bits, member_id, date_of_birth, site_id, latitude_band, seeks_men, seeks_women,
  fictional, shows_photo, country, gender, interest)
select distinct interest_bits, member_id, date_of_birth, site_id, latitude_band, seeks_men, seeks_women, fictional,
  shows_photo, country, gender, code from profiles, unnest(interests) as code where listed;
analyze interest_holders;
