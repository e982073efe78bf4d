-- Up Migration
-- the service for pictures, if there is one, also looks at photos in chats; what it found waits for staff (D8.2)
alter table chat_photos add column findings text[];
alter table chat_photos add constraint chat_photos_findings
  check (findings <@ array['nudity', 'known_picture', 'no_answer']) not valid;
comment on column chat_photos.findings is 'what the service for pictures found; null: it was not asked, has not answered yet, or found nothing';
