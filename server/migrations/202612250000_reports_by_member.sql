-- Up Migration
-- staff decide on all open reports about a member together, and see those about a danger first (D11.2)
alter table reports add column urgent boolean not null default false;
comment on column reports.urgent is 'its reason is one of those that staff look at first (urgentReasons)';
update reports set urgent = true where reason = 'underage';
create index reports_queue on reports (urgent desc, created_at, coalesce(reported_id, id)) where status = 'open';
create index reports_open_about on reports (reported_id, urgent desc, created_at, id) where status = 'open';
