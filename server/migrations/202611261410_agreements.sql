-- Up Migration

-- a conversion that its network learns in the sum of a day, once it is part of ten (D14.5)
alter table conversions add column to_sum boolean not null default false;

-- a postback tells one conversion, or a sum whose first conversion gives it its number
alter table postbacks add column conversions int not null default 1;

alter table profiles
  add column shares_click boolean not null default false,
  add column consent_version smallint not null default 1;
comment on column profiles.shares_click is
  'the member agreed at signup that the network of their link learns what its click brought';
comment on column profiles.consent_version is
  'which words of the consent at signup the member agreed to; members with earlier ones are asked';

alter table consents drop constraint consents_subject_check;
alter table consents add constraint consents_subject_check check (subject in ('sexuality', 'explicit_interests',
  'about_me', 'shown_to_visitors', 'introductions', 'click', 'visitor_email', 'visitor_push', 'suggestions_email',
  'digest_email')) not valid;

-- terms that take something from members ask them
alter table terms_versions add column asks boolean not null default false;
alter table terms_notices add column agreed_at timestamptz, add column later_until timestamptz;
comment on column terms_notices.agreed_at is 'when the member agreed to terms that ask';
comment on column terms_notices.later_until is 'the member chose "not now": until then they are not asked';

alter table payments add column terms_version date;
comment on column payments.terms_version is 'the date of the terms that the order accepted';

-- since when a legal page has its words, as this installation first filled them; each change is a row
create table text_versions (
  site_id smallint not null references sites on delete cascade,
  page text not null,
  language text not null,
  since timestamptz not null,
  hash bytea not null check (length(hash) = 32),
  primary key (site_id, page, language, since)
);
comment on column text_versions.hash is 'SHA-256 of the page with the values of the site and its company';
