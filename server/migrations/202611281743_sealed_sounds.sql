-- Up Migration

-- recordings of child abuse are sealed like pictures (R12.01)
alter table sealed_photos add column sound_type text check (sound_type in ('audio/webm', 'audio/mp4'));
comment on column sealed_photos.photo_id is 'of the picture or the recording';
comment on column sealed_photos.member_id is 'whose it was; the account may be erased before the police has answered';
comment on column sealed_photos.decision_id is 'the decision of staff: if it is reversed, what it sealed is erased';
comment on column sealed_photos.sound_type is 'of a recording; null: it is a picture';
