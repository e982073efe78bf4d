-- Up Migration

-- a report of a member can name a call with them (R12.02), whose row goes earlier
alter table reports add column talk_at timestamptz, add column talk_seconds integer;
comment on column reports.talk_at is 'when the call was asked for that the report names; null: it names none';
comment on column reports.talk_seconds is 'how long that call was; null: it did not begin';
