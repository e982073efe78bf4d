-- Up Migration

-- two more reasons: an intimate picture without consent, and a sexual picture of a child
alter table reports drop constraint reports_reason_check, add constraint reports_reason_check
  check (reason in ('danger', 'harassment', 'scam', 'fake', 'explicit', 'intimate', 'underage', 'other')) not valid;
alter table chat_photos drop constraint chat_photos_reason_check, add constraint chat_photos_reason_check
  check (reason in ('explicit', 'intimate', 'minor', 'child_abuse', 'someone_else', 'contact_details', 'advertising',
    'other')) not valid;
alter table rejected_photos add column ground text;
comment on column rejected_photos.ground is 'why; null: rejected by a version that did not store it';

alter table reports add column unquoted boolean not null default false;
comment on column reports.unquoted is 'its reporter asks that the reported message is not quoted to its author';

-- pictures of child abuse that staff removed: kept for the police, and shown by no page (duties.md)
create table sealed_photos (
  id int generated always as identity primary key,
  photo_id uuid not null unique,
  site_id smallint not null references sites,
  member_id uuid not null,
  decision_id uuid not null,
  sealed_at timestamptz not null,
  erase_at timestamptz not null
);
comment on column sealed_photos.member_id is 'whose photo it was; the account may be erased before the police has answered';
comment on column sealed_photos.decision_id is 'the decision of staff: if it is reversed, the picture is erased';
create index sealed_photos_erase on sealed_photos (erase_at);
create index sealed_photos_site on sealed_photos (site_id);
create index sealed_photos_decision on sealed_photos (decision_id);
