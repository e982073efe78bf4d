-- Up Migration
-- staff decide on all open reports about a member together, and see those about a danger first (D11.2)
alter table reports add column urgent boolean not null default false;
comment on column reports.urgent is 'its reason is one of those that staff look at first (urgentReasons)';
update reports set urgent = true where reason in ('danger', 'underage') and status = 'open';
