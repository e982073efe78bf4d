-- Up Migration
-- Without Transaction
-- the earlier complaints of a sender, and what a staff member has answered
drop index concurrently if exists complaints_sender;
create index concurrently complaints_sender on complaints (site_id, lower(email), created_at);
drop index concurrently if exists complaints_answered_by;
create index concurrently complaints_answered_by on complaints (answered_by) where answered_by is not null;
