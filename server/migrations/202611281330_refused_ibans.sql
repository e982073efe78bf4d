-- Up Migration

-- bank accounts whose holder never agreed to a direct debit: finance refuses them on this site from then on
create table refused_ibans (
  site_id smallint not null references sites,
  iban_key bytea not null,
  payment_id uuid references payments on delete set null,
  refused_at timestamptz not null,
  primary key (site_id, iban_key)
);
comment on table refused_ibans is 'accounts that no direct debit of the site may use; finance takes it back';
comment on column refused_ibans.iban_key is 'HMAC of site and IBAN, as in direct_debits';
comment on column refused_ibans.payment_id is 'the direct debit for which it was refused';
create index refused_ibans_payment on refused_ibans (payment_id) where payment_id is not null;
create index refused_ibans_age on refused_ibans (refused_at);
