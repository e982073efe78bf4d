-- Up Migration

-- orders that a payment provider did not answer: all processes pass over one that is down (0123)
create table provider_failures (
  provider text not null check (length(provider) between 1 and 40),
  failed_at timestamptz not null
);
create index provider_failures_provider on provider_failures (provider, failed_at);
