-- Up Migration
-- a member asks the team to compare a selfie, or a document, with their profile (D8.2, D11.6): the picture is erased
-- with the decision
create table verifications (
  member_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('selfie', 'document')),
  site_id smallint not null references sites,
  status text not null check (status in ('asked', 'waiting', 'approved', 'rejected')),
  pose text check (pose in ('open_hand', 'two_fingers', 'thumb_up', 'hand_on_head', 'hand_on_chin', 'finger_on_nose')),
  picture_id uuid unique,
  key uuid,
  reason text,
  asked_at timestamptz not null,
  sent_at timestamptz,
  decided_at timestamptz,
  primary key (member_id, kind),
  check ((kind = 'selfie') = (pose is not null)),
  check ((status = 'waiting') = (picture_id is not null)),
  check ((status = 'rejected') = (reason is not null)),
  check ((status in ('approved', 'rejected')) = (decided_at is not null)),
  check (status = 'asked' or sent_at is not null)
);
create index verifications_waiting on verifications (kind, sent_at, picture_id) where status = 'waiting';
create index verifications_undecided on verifications (asked_at) where status in ('asked', 'waiting');
comment on column verifications.picture_id is 'the id of the picture''s file and of the item in the queue; null: none was sent, or it is erased';
comment on column verifications.key is 'of the last upload';
comment on column verifications.reason is 'why staff rejected the last picture';

-- the badge: what staff compared is the main photo as it was shown then
alter table profiles add column verified_at timestamptz,
  add check (verified_at is null or (main_photo_id is not null and not fictional and not automatic));
comment on column profiles.verified_at is 'since when staff know that the main photo shows the member; a trigger clears it when that photo, or its crop, changes';

create function drop_verification() returns trigger language plpgsql as $$
begin
  new.verified_at := null;
  return new;
end
$$;
create trigger profiles_main_photo before update of main_photo_id on profiles for each row
  when (old.verified_at is not null and new.main_photo_id is distinct from old.main_photo_id)
  execute function drop_verification();

create function drop_verification_of_crop() returns trigger language plpgsql as $$
begin
  update profiles set verified_at = null
    where member_id = new.member_id and main_photo_id = new.id and verified_at is not null;
  return null;
end
$$;
create trigger photos_crop after update of edition on photos for each row
  when (old.edition is distinct from new.edition)
  execute function drop_verification_of_crop();
