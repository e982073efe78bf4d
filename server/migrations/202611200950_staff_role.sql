-- Up Migration
-- what somebody may do in the back office (D11.4); members have no rights there
alter table accounts
  add column role text not null default 'member'
    check (role in ('member', 'support', 'moderator', 'finance', 'admin'));
