-- Up Migration

-- a rejected photo is kept for as long as its owner can object, or until the objection is answered
alter table statements add column photo_id uuid, add column photo_until timestamptz;
comment on column statements.photo_id is 'the rejected photo; null: another decision, or the photo is sealed';
comment on column statements.photo_until is 'when the kept file goes, unless an objection is open; null: there is none';

alter table reports add column decision_id uuid;
comment on column reports.decision_id is 'the same for all reports that were decided on together; null: open';
