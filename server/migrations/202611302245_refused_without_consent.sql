-- Up Migration

-- its author had withdrawn the consent by the time of their confirmation (D11.5)
alter table held_messages drop constraint held_messages_refused_check;
alter table held_messages add constraint held_messages_refused_check
  check (refused in ('profile_not_found', 'conversation_limit', 'not_enough_credits',
    'age_check_required', 'outside_wishes', 'too_many_at_once', 'muted', 'consent_withdrawn')) not valid;
