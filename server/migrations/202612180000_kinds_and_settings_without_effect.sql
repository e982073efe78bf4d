-- Up Migration
-- Nothing was ever sent of the kinds offers and news: their switches are gone, and so are these consents (0095). The
-- check of the kinds stays: a server of the version before may still write them while this migration runs.
delete from notification_preferences where kind in ('offers', 'news');

-- A setting and a note that changed nothing.
delete from site_settings where key = 'member_resell';
update site_settings set value = value - 'answers_quickly' where key = 'visible_profile_notes';
