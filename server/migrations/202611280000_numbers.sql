-- Up Migration
-- what the back office counts by day (0064): BRIN where rows arrive in the order of time, as adding a row costs nothing
create index accounts_signups on accounts (site_id, created_at);
create index accounts_confirmations on accounts (site_id, confirmed_at) where confirmed_at is not null;
create index messages_written on messages using brin (created_at);
create index conversations_begun on conversations using brin (created_at);
create index matches_made on matches using brin (created_at);
