-- Up Migration

-- what earlier members agreed to names their first purchase only (R13.02)
alter table signup_tracking add column shares_purchases boolean not null default false;
comment on column signup_tracking.shares_purchases is
  'the words agreed to at signup name each purchase and return; profiles.shares_click withdraws them';

alter table webhook_endpoints add column network text;
comment on column webhook_endpoints.network is
  'null: the operator''s own server; else this network''s, which hears only of purchases of its members who agreed';
alter table webhook_endpoints add constraint webhook_endpoints_of_network check (network is null or (
  length(network) between 1 and 100 and events <@ array[
    'purchase.completed', 'purchase.refunded', 'purchase.charged_back', 'purchase.chargeback_reversed'])) not valid;
