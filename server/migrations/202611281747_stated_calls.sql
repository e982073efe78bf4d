-- Up Migration

-- a decision on a report that names a call says that it is about one (R12.02)
alter table statements drop constraint statements_about_check;
alter table statements add constraint statements_about_check
  check (about in ('profile', 'chat', 'photo', 'message', 'text', 'question', 'voice', 'call')) not valid;
