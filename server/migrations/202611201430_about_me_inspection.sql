-- D11.3: a text about oneself that holds ways to reach somebody waits beside the one that others see, until it was
-- looked at. D11.5: explicit interests need a consent of their own.
alter table profiles
  add column about_me_inspection text,
  add column about_me_inspection_since timestamptz,
  add column explicit_consent_at timestamptz,
  add constraint profiles_about_me_inspection check ((about_me_inspection is null) = (about_me_inspection_since is null));
comment on column profiles.about_me_inspection is 'what the member wrote last, while it is under inspection; others see about_me';
comment on column profiles.explicit_consent_at is 'when the member agreed that explicit interests are kept and shown to members (D11.5)';
create index profiles_inspection on profiles (about_me_inspection_since) where about_me_inspection is not null;
