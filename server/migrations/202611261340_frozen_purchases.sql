-- Up Migration
-- what was promised with an order, and settings that the terms name (docs/decisions/0076, 0093)
alter table payments add column refund_days int;
comment on column payments.refund_days is
  'for how many days the buyer may withdraw, as the order said; null: ordered before it was kept, the setting counts';

alter table terms_versions add column settings jsonb not null default '{}';
comment on column terms_versions.settings is 'settings that change with these terms, by key; null: the default';

-- two pieces of evidence of where a buyer lives, for the VAT (Regulation 282/2011, article 24f)
alter table payments add column ip_country char(2), add column payer_country char(2);
comment on column payments.ip_country is 'that of the IP address it was ordered from; null: unknown';
comment on column payments.payer_country is 'that of the card or bank account, as the provider says; null: unknown';
