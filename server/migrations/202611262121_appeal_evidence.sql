-- Up Migration

-- a rejected photo is kept for as long as its owner can object, or until the objection is answered
alter table statements add column photo_id uuid, add column photo_until timestamptz;
comment on column statements.photo_id is 'the rejected photo; null: another decision, or the photo is sealed';
comment on column statements.photo_until is 'when the kept file goes, unless an objection is open; null: there is none';
create index statements_photo on statements (photo_id) where photo_id is not null;
create index statements_photo_until on statements (photo_until) where photo_until is not null;

alter table reports add column decision_id uuid;
comment on column reports.decision_id is 'the same for all reports that were decided on together; null: open';
create index reports_decision on reports (decision_id) where decision_id is not null;
