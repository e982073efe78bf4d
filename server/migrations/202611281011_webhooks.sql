-- Up Migration

-- servers of the operator that are told of events (R13.05)
create table webhook_endpoints (
  id uuid primary key,
  site_id smallint references sites,
  label text not null check (length(label) between 1 and 70),
  url text not null check (length(url) between 1 and 500),
  secret_sealed bytea not null,
  events text[] not null check (cardinality(events) > 0 and events <@ array[
    'member.signed_up', 'member.banned', 'member.ban_lifted',
    'purchase.completed', 'purchase.refunded', 'purchase.charged_back', 'purchase.chargeback_reversed']),
  created_by uuid not null references staff,
  created_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by uuid references staff,
  check (revoked_by is null or revoked_at is not null)
);
comment on column webhook_endpoints.site_id is 'null: all sites, those to come included';
comment on column webhook_endpoints.revoked_by is 'null of a revoked one: its server answered 410';
create index webhook_endpoints_site on webhook_endpoints (site_id) where site_id is not null;
create index webhook_endpoints_created_by on webhook_endpoints (created_by);
create index webhook_endpoints_revoked_by on webhook_endpoints (revoked_by) where revoked_by is not null;

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references webhook_endpoints,
  type text not null,
  site_id smallint references sites,
  member_id uuid references accounts on delete set null,
  data jsonb not null,
  created_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  attempts smallint not null default 0,
  next_at timestamptz not null,
  answered_at timestamptz,
  outcome text,
  http_status smallint,
  detail text,
  check ((answered_at is null) = (outcome is null) and (outcome is null) = (detail is null))
);
comment on column webhook_deliveries.id is 'webhook-id: the same at each attempt';
comment on column webhook_deliveries.site_id is 'null: a test of an endpoint';
comment on column webhook_deliveries.member_id is 'null: the member is erased, or it is a test';
comment on column webhook_deliveries.outcome is 'of the last attempt';
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_at) where status = 'waiting';
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, created_at);
create index webhook_deliveries_created_at on webhook_deliveries (created_at);
create index webhook_deliveries_member_id on webhook_deliveries (member_id) where member_id is not null;
create index webhook_deliveries_site on webhook_deliveries (site_id);
