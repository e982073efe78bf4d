-- Up Migration
-- what was reported and decided, without whose it was: the numbers of the transparency page (DSA, articles 15 and 24)
create table moderation_events (
  id bigint generated always as identity primary key,
  site_id smallint not null references sites on delete cascade,
  day date not null,
  what text not null check (what in ('report', 'report_closed', 'decision', 'objection', 'objection_answered')),
  kind text not null,
  seconds integer check (seconds >= 0),
  check ((what in ('report_closed', 'objection_answered')) = (seconds is not null))
);
create index moderation_events_counted on moderation_events (site_id, day);
comment on table moderation_events is 'reports are deleted and members erased: these rows stay, so that the numbers of a year stay true';
comment on column moderation_events.day is 'UTC';
comment on column moderation_events.kind is 'the reason of a report, the kind of a decision, or how an objection was answered';
comment on column moderation_events.seconds is 'from the report or objection to its decision';

create function add_moderation_event(site smallint, at timestamptz, what text, kind text, since timestamptz)
returns void language sql as $$
  insert into moderation_events (site_id, day, what, kind, seconds) values
    (site, (at at time zone 'UTC')::date, what, kind,
    case when since is not null then greatest(0, extract(epoch from at - since))::integer end)
$$;

create function record_report_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_moderation_event(new.site_id, new.created_at, 'report', new.reason, null);
  else
    perform add_moderation_event(new.site_id, new.closed_at, 'report_closed', new.reason, new.created_at);
  end if;
  return null;
end
$$;
create trigger reports_received after insert on reports for each row execute function record_report_event();
create trigger reports_decided after update on reports for each row
  when (old.closed_at is null and new.closed_at is not null) execute function record_report_event();

create function record_statement_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_moderation_event(new.site_id, new.created_at, 'decision', new.decision, null);
  elsif old.objected_at is null and new.objected_at is not null then
    perform add_moderation_event(new.site_id, new.objected_at, 'objection', new.decision, null);
  elsif old.answered_at is null and new.answered_at is not null then
    perform add_moderation_event(new.site_id, new.answered_at, 'objection_answered',
      case when new.upheld then 'upheld' else 'rejected' end, new.objected_at);
  end if;
  return null;
end
$$;
-- both sides of a report have a statement: the decision is the one about whom it was made
create trigger statements_issued after insert on statements for each row
  when (new.side = 'owner') execute function record_statement_event();
create trigger statements_objected after update on statements for each row execute function record_statement_event();

comment on column rejected_photos.decision_id is 'the decision of staff: if it is reversed, the picture is forgotten; null: older than this column';

insert into moderation_events (site_id, day, what, kind, seconds)
select site_id, (created_at at time zone 'UTC')::date, 'report', reason, null from reports
union all
select site_id, (closed_at at time zone 'UTC')::date, 'report_closed', reason,
  greatest(0, extract(epoch from closed_at - created_at))::integer from reports where closed_at is not null
union all
select site_id, (created_at at time zone 'UTC')::date, 'decision', decision, null from statements where side = 'owner'
union all
select site_id, (objected_at at time zone 'UTC')::date, 'objection', decision, null
from statements where objected_at is not null
union all
select site_id, (answered_at at time zone 'UTC')::date, 'objection_answered',
  case when upheld then 'upheld' else 'rejected' end,
  greatest(0, extract(epoch from answered_at - objected_at))::integer from statements where answered_at is not null;
