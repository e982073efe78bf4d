-- Up Migration
-- Without Transaction

alter table content_notices validate constraint content_notices_asked;
alter table content_notices validate constraint content_notices_replied;
drop index concurrently if exists content_notices_asked_at;
create index concurrently content_notices_asked_at on content_notices (asked_at) where asked_at is not null;
drop index concurrently if exists statements_photo;
create index concurrently statements_photo on statements (photo_id) where photo_id is not null;
drop index concurrently if exists statements_photo_until;
create index concurrently statements_photo_until on statements (photo_until) where photo_until is not null;
drop index concurrently if exists reports_decision;
create index concurrently reports_decision on reports (decision_id) where decision_id is not null;
