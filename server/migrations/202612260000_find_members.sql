-- Up Migration
-- the back office finds members by a part of their name; the extension is a trusted one: the database's owner may add it
create extension if not exists pg_trgm;
