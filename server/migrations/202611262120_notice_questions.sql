-- Up Migration

-- what staff asked the notifier of content that they can't find, and what the notifier answered
alter table content_notices
  add column question text,
  add column asked_at timestamptz,
  add column reply text,
  add column replied_at timestamptz,
  add constraint content_notices_asked check ((asked_at is null) = (question is null)) not valid,
  add constraint content_notices_replied check (replied_at is null or (asked_at is not null and reply is not null)) not valid;
comment on column content_notices.report_id is
  'the report that staff decide on: the newest, as a reply and an objection each begin another one; null: purged';
