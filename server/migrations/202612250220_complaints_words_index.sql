-- Up Migration
-- Without Transaction
-- staff find complaints by words, closed ones too
drop index concurrently if exists complaints_words;
create index concurrently complaints_words on complaints using gin (to_tsvector('simple', text));
