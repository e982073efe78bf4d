-- Up Migration
-- what the law asks a year's report to count apart (DSA, article 15(1)): notices by anyone, how the team came to know of
-- what it decided on, and how appeals against a program's decisions ended
alter table moderation_events drop constraint moderation_events_what_check;
alter table moderation_events add constraint moderation_events_what_check check (what in (
  'report', 'report_closed', 'decision', 'objection', 'objection_answered', 'notice', 'decision_source', 'program_answered'))
  not valid;

create function record_notice_event() returns trigger language plpgsql as $$
begin
  perform add_moderation_event(new.site_id, new.created_at, 'notice', new.reason, null);
  return null;
end
$$;
create trigger content_notices_received after insert on content_notices for each row execute function record_notice_event();

create or replace function record_statement_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_moderation_event(new.site_id, new.created_at, 'decision', new.decision, null);
    if new.source is not null then
      perform add_moderation_event(new.site_id, new.created_at, 'decision_source', new.source, null);
    end if;
  elsif old.objected_at is null and new.objected_at is not null then
    perform add_moderation_event(new.site_id, new.objected_at, 'objection', new.decision, null);
  elsif old.answered_at is null and new.answered_at is not null then
    perform add_moderation_event(new.site_id, new.answered_at, 'objection_answered',
      case when new.upheld then 'upheld' else 'rejected' end, new.objected_at);
    if new.decision in ('photo_refused', 'chat_photo_refused', 'direct_debit_refused') then
      perform add_moderation_event(new.site_id, new.answered_at, 'program_answered',
        case when new.upheld then 'upheld' else 'rejected' end, null);
    end if;
  end if;
  return null;
end
$$;
