-- Up Migration
-- the audit log ends after five years: only its oldest row can be deleted, and its hash stays, so that the chain goes on
create table audit_anchor (
  single boolean primary key default true check (single),
  last_id bigint not null,
  hash bytea not null
);
comment on table audit_anchor is 'the last deleted row of the audit log; 0: none';
insert into audit_anchor (last_id, hash) values (0, '');

create or replace function append_audit_entry() returns trigger language plpgsql as $$
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

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
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

create index statements_age on statements (created_at);
create index rejected_photos_age on rejected_photos (rejected_at);
