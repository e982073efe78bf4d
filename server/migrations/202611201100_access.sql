-- Up Migration
-- every kind of link in a mail (D3.6); `email` is the address that a link is about, where it is not the account's own
alter table email_links drop constraint email_links_kind_check;
alter table email_links
  add column email citext,
  add constraint email_links_kind_check check (kind in (
    'activation', 'reset', 'login', 'mail_change', 'mail_undo', 'reactivation'));

-- the devices list names a session by an id that opens nothing (D3.4)
alter table sessions add column id uuid not null default gen_random_uuid() unique;

-- deletion (D3.9): kept for 14 days, then erased
alter table accounts
  add column deleted_at timestamptz,
  add column delete_reason text,
  add constraint accounts_deleted check ((status = 'deleted') = (deleted_at is not null));
create index accounts_deleted_at on accounts (deleted_at) where deleted_at is not null;

-- staff are no members: they have accounts of their own (D11.4)
alter table accounts drop column role;
