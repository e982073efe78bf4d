-- Up Migration

-- a selfie, and the document that proves an age, are sent with consent
alter table consents drop constraint consents_subject_check;
alter table consents add constraint consents_subject_check check (subject in ('sexuality', 'explicit_interests',
  'about_me', 'shown_to_visitors', 'introductions', 'click', 'selfie', 'document', 'visitor_email', 'visitor_push',
  'suggestions_email', 'digest_email')) not valid;
