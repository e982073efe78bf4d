-- Up Migration

-- voice introductions on profiles (R12.01): inspected before others hear them; the file is in the store of files
create table voice_introductions (
  id uuid primary key,
  site_id smallint not null references sites,
  member_id uuid not null references accounts on delete cascade,
  media_type text not null check (media_type in ('audio/webm', 'audio/mp4')),
  seconds smallint not null check (seconds between 1 and 30),
  waveform smallint[] not null check (cardinality(waveform) between 1 and 64 and 0 <= all (waveform)
    and 100 >= all (waveform)),
  key text not null,
  body_hash bytea not null,
  status text not null default 'inspection' check (status in ('inspection', 'active', 'rejected', 'removed')),
  reason text check (reason in ('explicit', 'intimate', 'minor', 'child_abuse', 'someone_else', 'contact_details',
    'advertising', 'other')),
  decision_id uuid,
  created_at timestamptz not null,
  constraint voice_introductions_key unique (member_id, key),
  constraint voice_introductions_rejected check ((status = 'rejected') = (reason is not null)
    and (status = 'rejected') = (decision_id is not null))
);
comment on column voice_introductions.id is 'random, as it is in the file''s address';
comment on column voice_introductions.waveform is 'how loud it is, from its beginning to its end; 0 to 100';
comment on column voice_introductions.key is 'the Idempotency-Key of its upload';
comment on column voice_introductions.body_hash is 'SHA-256 of what was uploaded';
comment on column voice_introductions.status is
  'removed: deleted or replaced; a job deletes file and row once no report and no appeal needs them';
comment on column voice_introductions.reason is 'why staff rejected it';
comment on column voice_introductions.decision_id is 'by which decision: while its author can appeal, staff can hear it';
create unique index voice_introductions_active on voice_introductions (member_id) where status = 'active';
create unique index voice_introductions_waiting on voice_introductions (member_id) where status = 'inspection';
-- the queue of the back office reads them in this order
create index voice_introductions_inspection on voice_introductions (created_at, id) where status = 'inspection';
create index voice_introductions_to_remove on voice_introductions (id) where status in ('rejected', 'removed');

alter table reports add column introduction_id uuid;
comment on column reports.introduction_id is
  'of a profile: the voice introduction that others heard when it was reported; kept while the report is open';
alter table statements drop constraint statements_about_check;
alter table statements add constraint statements_about_check
  check (about in ('profile', 'chat', 'photo', 'message', 'text', 'question', 'voice')) not valid;
