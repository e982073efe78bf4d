-- Up Migration
-- what staff have read within the hour, so that the audit log has it once
create table staff_reads (
  staff_id uuid not null references staff on delete cascade,
  thing bytea not null,
  hour timestamptz not null,
  primary key (staff_id, thing, hour)
);
create index staff_reads_hour on staff_reads (hour);
comment on column staff_reads.thing is 'SHA-256 of what was read and the member it is about';

-- whole: the chain was verified from its first row, not from the last good check
alter table audit_checks add column whole boolean not null default false;

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
