-- Up Migration
-- what staff did (D11.4): rows are only added, and each one's hash covers the row before it
create table audit_log (
  id bigint primary key default 0,
  at timestamptz not null,
  staff_id uuid references staff,
  role text check (role in ('support', 'moderator', 'finance', 'admin')),
  action text not null,
  member_id uuid,
  subject text,
  reason text,
  detail jsonb not null default '{}',
  hash bytea not null default '',
  check ((staff_id is null) = (role is null))
);
create index audit_log_member on audit_log (member_id, id) where member_id is not null;
create index audit_log_staff on audit_log (staff_id, id) where staff_id is not null;
comment on table audit_log is 'append-only; the trigger numbers the rows without a gap and chains their hashes';
comment on column audit_log.staff_id is 'null: a command on the machine itself';
comment on column audit_log.role is 'the role at that time';
comment on column audit_log.member_id is 'no foreign key: the row stays as it is when the member is erased, and then names no person';
comment on column audit_log.subject is 'the kind and the id of what it was done to, such as photo:…';
comment on column audit_log.reason is 'a ground of the rules, or the words of the staff member';

create function audit_hash(previous bytea, entry audit_log) returns bytea language sql immutable as $$
  select sha256(coalesce(previous, ''::bytea) || convert_to(jsonb_build_array(
    entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.staff_id, entry.role, entry.action,
    entry.member_id, entry.subject, entry.reason, entry.detail)::text, 'UTF8'))
$$;

create function append_audit_entry() returns trigger language plpgsql as $$
declare
  last_id bigint;
  last_hash bytea;
begin
  -- one at a time until the transaction ends: no two rows follow the same one
  perform pg_advisory_xact_lock(hashtext('audit_log'));
  select id, hash into last_id, last_hash from audit_log order by id desc limit 1;
  new.id := coalesce(last_id, 0) + 1;
  new.hash := audit_hash(last_hash, new);
  return new;
end
$$;
create trigger audit_log_chain before insert on audit_log for each row execute function append_audit_entry();

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'check_violation';
end
$$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_not_truncated before truncate on audit_log
  for each statement execute function refuse_audit_change();

-- what a job found when it verified the chain: also rows that were taken off its end are missed
create table audit_checks (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null,
  last_id bigint not null,
  hash bytea not null,
  broken_id bigint
);
comment on column audit_checks.last_id is 'the last row of the log at that time; 0: the log was empty';
comment on column audit_checks.broken_id is 'the first row that was changed, or is missing; null: none';

-- who of the staff works on which item of a queue
create table staff_claims (
  queue text not null,
  item uuid not null,
  staff_id uuid not null references staff on delete cascade,
  until timestamptz not null,
  primary key (queue, item)
);
create index staff_claims_staff on staff_claims (staff_id);

create index photos_waiting on photos (created_at, id) where status = 'inspection';

alter table photos add column fingerprint text check (fingerprint ~ '^[01]{64}$');
comment on column photos.fingerprint is 'the perceptual hash, should staff reject it; null: too plain to compare, or older than this column';
alter table rejected_photos add column decision_id uuid;
create index rejected_photos_decision on rejected_photos (decision_id) where decision_id is not null;
comment on column rejected_photos.decision_id is 'the decision of staff: if it is reversed, the picture is forgotten; null: one of a photo in a chat';
