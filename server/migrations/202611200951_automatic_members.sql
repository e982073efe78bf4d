-- Up Migration
-- the few demo members who answer by themselves are looked for every second: not through all members
create index profiles_automatic on profiles (member_id) where automatic;
