-- Up Migration
-- Without Transaction
-- a part of a name, of at least three letters; shorter ones are beginnings, which accounts_name_beginning has
drop index concurrently if exists accounts_name_part;
create index concurrently accounts_name_part on accounts using gin (name_key gin_trgm_ops);
-- a wave of accounts often has one mail domain
drop index concurrently if exists accounts_mail_domain;
create index concurrently accounts_mail_domain on accounts (lower(split_part(email::text, '@', 2)), created_at desc, id desc);
-- the newest accounts of all sites
drop index concurrently if exists accounts_newest;
create index concurrently accounts_newest on accounts (created_at desc, id desc);
