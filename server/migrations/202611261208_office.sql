-- Up Migration

create table staff_sessions (
  token_hash bytea primary key,
  staff_id uuid not null references staff on delete cascade,
  user_agent text not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_sessions_staff on staff_sessions (staff_id);
create index staff_sessions_expires_at on staff_sessions (expires_at);

-- one open invitation each; a spent one is gone
create table staff_invitations (
  token_hash bytea primary key,
  staff_id uuid not null references staff on delete cascade unique,
  expires_at timestamptz not null
);
create index staff_invitations_expires_at on staff_invitations (expires_at);

-- who of the staff works on which item of a queue
create table staff_claims (
  queue text not null,
  item uuid not null,
  staff_id uuid not null references staff on delete cascade,
  until timestamptz not null,
  primary key (queue, item)
);
create index staff_claims_staff on staff_claims (staff_id);
create index staff_claims_until on staff_claims (until);

-- who asked for a colleague's opinion on an item of a queue; the item no longer comes to them
create table staff_handovers (
  queue text not null,
  item uuid not null,
  staff_id uuid not null references staff on delete cascade,
  note text not null,
  created_at timestamptz not null,
  primary key (queue, item, staff_id)
);
create index staff_handovers_age on staff_handovers (created_at);
create index staff_handovers_staff on staff_handovers (staff_id);

-- what staff note about a member, for their colleagues
create table staff_notes (
  id uuid default uuidv7() primary key,
  member_id uuid not null references accounts on delete cascade,
  staff_id uuid not null references staff,
  text text not null,
  created_at timestamptz not null
);
create index staff_notes_member on staff_notes (member_id, created_at);
create index staff_notes_staff on staff_notes (staff_id);

-- what staff have read within the hour, so that the audit log has it once
create table staff_reads (
  staff_id uuid not null references staff on delete cascade,
  thing bytea not null,
  hour timestamptz not null,
  primary key (staff_id, thing, hour)
);
comment on column staff_reads.thing is 'SHA-256 of what was read and the member it is about';
create index staff_reads_hour on staff_reads (hour);

-- what one staff member wants to do and another one has to confirm: credits and refunds above what one person may give
-- in a day, limits, the company, large discounts (D7.1, D11.4)
create table proposals (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  member_id uuid references accounts on delete cascade,
  kind text not null check (kind in ('credits', 'refund', 'site', 'code', 'code_on')),
  change jsonb not null,
  reason text not null default '',
  staff_id uuid not null references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'declined', 'expired')),
  decided_by uuid references staff,
  decided_at timestamptz,
  constraint proposals_check check (decided_by <> staff_id),
  constraint proposals_check1 check ((state = 'waiting') = (decided_at is null)),
  constraint proposals_check2 check ((state in ('confirmed', 'declined')) = (decided_by is not null))
);
comment on column proposals.change is 'what is done once it is confirmed; its form depends on the kind';
comment on column proposals.decided_by is 'the second person, never the one who proposed it';
create index proposals_decided on proposals (decided_at) where decided_at is not null;
create index proposals_member on proposals (member_id, created_at) where member_id is not null;
create index proposals_site on proposals (site_id) where state = 'waiting';
create index proposals_waiting on proposals (created_at, id) where state = 'waiting';

create table credit_changes (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  member_id uuid not null references accounts on delete cascade,
  amount int not null check (amount <> 0),
  reason text not null,
  state text not null check (state in ('waiting', 'booked', 'refused')),
  staff_id uuid not null references staff,
  created_at timestamptz not null,
  decided_by uuid references staff,
  decided_at timestamptz,
  constraint credit_changes_check check (decided_by <> staff_id),
  constraint credit_changes_check1 check ((decided_by is null) = (decided_at is null)),
  constraint credit_changes_check2 check ((state <> 'waiting') or (decided_by is null))
);
comment on column credit_changes.amount is 'above 0 given, below 0 taken';
comment on column credit_changes.decided_by is 'the second person; null: none was needed, or it waits for one';
create index credit_changes_alone on credit_changes (staff_id, created_at) where decided_by is null;
create index credit_changes_member on credit_changes (member_id, created_at);

-- what staff did (D11.4): rows are only added, and each one's hash covers the row before it
create table audit_log (
  id bigint default 0 primary key,
  at timestamptz not null,
  staff_id uuid references staff,
  role text check (role in ('support', 'moderator', 'finance', 'admin')),
  action text not null,
  member_id uuid,
  subject text,
  reason text,
  detail jsonb not null default '{}'::jsonb,
  hash bytea not null default '\x'::bytea,
  constraint audit_log_check check ((staff_id is null) = (role is null))
);
comment on table audit_log is 'append-only; the trigger numbers the rows without a gap and chains their hashes';
comment on column audit_log.staff_id is 'null: a command on the machine itself';
comment on column audit_log.role is 'the role at that time';
comment on column audit_log.member_id is
  'no foreign key: the row stays as it is when the member is erased, and then names no person';
comment on column audit_log.subject is 'the kind and the id of what it was done to, such as photo:…';
comment on column audit_log.reason is 'a ground of the rules, or the words of the staff member';
create index audit_log_action on audit_log (action, id);
create index audit_log_at on audit_log (at);
create index audit_log_commands on audit_log (id) where staff_id is null;
create index audit_log_member on audit_log (member_id, id) where member_id is not null;
create index audit_log_staff on audit_log (staff_id, id) where staff_id is not null;

-- the audit log ends after five years: only its oldest row can be deleted, and its hash stays, so that the chain goes on
create table audit_anchor (
  single boolean default true primary key check (single),
  last_id bigint not null,
  hash bytea not null
);
comment on table audit_anchor is 'the last deleted row of the audit log; 0: none';

-- what a job found when it verified the chain: also rows that were taken off its end are missed
create table audit_checks (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null,
  last_id bigint not null,
  hash bytea not null,
  broken_id bigint,
  whole boolean not null default false
);
comment on column audit_checks.last_id is 'the last row of the log at that time; 0: the log was empty';
comment on column audit_checks.broken_id is 'the first row that was changed, or is missing; null: none';
create index audit_checks_age on audit_checks (checked_at);

insert into audit_anchor (last_id, hash) values (0, '');

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '5 years' then
    update audit_anchor set last_id = old.id, hash = old.hash where last_id = old.id - 1;
    if found then
      return old;
    end if;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'check_violation';
end
$$;

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
  if last_id is null then
    select a.last_id, a.hash into last_id, last_hash from audit_anchor a;
  end if;
  new.id := last_id + 1;
  new.hash := audit_hash(last_hash, new);
  return new;
end
$$;

-- the trigger lets only the oldest row go, so that they are deleted in their order; returns how many
create function delete_oldest_audit_entries(before timestamptz, most integer) returns integer language plpgsql as $$
declare
  entry record;
  deleted integer := 0;
begin
  for entry in select id, at from audit_log order by id limit most loop
    exit when entry.at >= before;
    delete from audit_log where id = entry.id;
    deleted := deleted + 1;
  end loop;
  return deleted;
end
$$;

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();

create trigger audit_log_chain before insert on audit_log for each row execute function append_audit_entry();

create trigger audit_log_not_truncated before truncate on audit_log
  for each statement execute function refuse_audit_change();
