-- Up Migration
-- Without Transaction

-- the queue of texts has the questions, too: both come in the order of time and id
drop index concurrently if exists profiles_texts_waiting;
create index concurrently profiles_texts_waiting on profiles (about_me_inspection_since, member_id)
  where about_me_inspection is not null;
drop index concurrently if exists profiles_inspection;
