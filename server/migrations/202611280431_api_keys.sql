-- Up Migration

-- by which programs of the operator make calls (R13.05)
create table api_keys (
  id uuid primary key,
  name text not null check (length(name) between 1 and 70),
  site_id smallint references sites,
  scopes text[] not null
    check (cardinality(scopes) > 0 and scopes <@ array['figures', 'members', 'bans']),
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_by uuid not null references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_on date,
  revoked_at timestamptz,
  revoked_by uuid references staff,
  check ((revoked_at is null) = (revoked_by is null))
);
comment on column api_keys.site_id is 'null: all sites, those to come included';
comment on column api_keys.secret_hash is 'SHA-256 of 256 random bits; the secret itself is nowhere';
comment on column api_keys.used_on is 'the last day (UTC) on which it was used; null: never';
create index api_keys_site on api_keys (site_id) where site_id is not null;
create index api_keys_created_by on api_keys (created_by);
create index api_keys_revoked_by on api_keys (revoked_by) where revoked_by is not null;

-- mailboxes that a program of the operator listed: no account can be made with them
create table listed_mailboxes (
  site_id smallint not null references sites,
  mailbox_hash bytea not null check (length(mailbox_hash) = 32),
  created_at timestamptz not null,
  primary key (site_id, mailbox_hash)
);
comment on column listed_mailboxes.mailbox_hash is 'keyed: the address can''t be read from it';
create index listed_mailboxes_created_at on listed_mailboxes (created_at);

alter table audit_log add column key_id uuid;
comment on column audit_log.key_id is 'the API key of the program that did it';
comment on column audit_log.staff_id is 'null: a program with an API key, or a command on the machine itself';
alter table audit_log add constraint audit_log_key_id_fkey foreign key (key_id) references api_keys not valid;
alter table audit_log add constraint audit_log_one_actor check (key_id is null or staff_id is null) not valid;

-- an entry of a program names its key in the chain; all others have the hash that they had
create or replace function audit_hash(previous bytea, entry audit_log) returns bytea language sql immutable as $$
  select sha256(coalesce(previous, ''::bytea) || convert_to((jsonb_build_array(
    entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.staff_id, entry.role, entry.action,
    entry.member_id, entry.subject, entry.reason, entry.detail)
    || case when entry.key_id is null then '[]'::jsonb else jsonb_build_array(entry.key_id) end)::text, 'UTF8'))
$$;
