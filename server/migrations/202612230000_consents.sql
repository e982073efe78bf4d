-- Up Migration
-- what a member agreed to, in the words that they saw, and what they withdrew (GDPR, articles 7(1) and 9(2)(a))
create table consents (
  id bigint generated always as identity primary key,
  member_id uuid not null references accounts on delete cascade,
  subject text not null check (subject in (
    'sexuality', 'explicit_interests', 'about_me', 'shown_to_visitors', 'introductions',
    'visitor_email', 'visitor_push', 'suggestions_email', 'digest_email')),
  given boolean not null,
  words text,
  language text,
  created_at timestamptz not null,
  constraint consents_words check ((words is null) = (language is null) and (given = (words is not null)))
);
create index consents_member on consents (member_id, subject, id);
comment on column consents.words is 'the words that the member agreed to, whole: they are their own version; null: withdrawn';
alter table profiles add column about_me_consent_at timestamptz;
comment on column profiles.about_me_consent_at is 'when the member agreed that what they write about themselves is kept and shown; null: not asked yet, or withdrawn';
