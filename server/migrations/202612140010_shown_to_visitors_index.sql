-- Up Migration
-- Without Transaction
-- the visitors' search: while few members let visitors see them, it reads those alone; once many do, each order's own index soon fills a page
drop index concurrently if exists profiles_for_visitors;
create index concurrently profiles_for_visitors on profiles (site_id, last_active_at desc, member_id desc)
  include (gender, seeks_men, seeks_women, country, region, date_of_birth, latitude_band, longitude_band, place, created_at,
    fictional, shown_to_visitors, interest_bits, shows_photo) where listed and (shown_to_visitors or fictional);
