-- Up Migration

-- a ban binds its site, wherever that is open (0127): the hash of the site that is asked is enough
alter table installations drop column ban_sites;
