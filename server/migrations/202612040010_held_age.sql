-- Up Migration
-- a first message written with the signup is not delivered before its author has proved to be an adult (D11.6)
alter table held_messages drop constraint held_messages_refused_check;
alter table held_messages add constraint held_messages_refused_check
  check (refused in ('profile_not_found', 'conversation_limit', 'not_enough_credits', 'age_check_required')) not valid;
