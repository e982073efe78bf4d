-- Up Migration
-- what was sent without a login belongs to no account, whatever address was typed
update complaints set member_id = null where not logged_in and member_id is not null;
-- open requests whose login proves the address stay requests; the others become complaints, which staff answer by mail
update complaints c set proven_address = a.email from accounts a
  where a.id = c.member_id and a.email = c.email::citext and a.confirmed_at is not null and c.kind = 'ban' and c.closed_at is null;
update complaints set kind = 'complaint' where kind = 'ban' and closed_at is null and proven_address is null;

alter table complaints
  add constraint complaints_sender_known check (member_id is null or logged_in or proven_address is not null) not valid,
  add constraint complaints_proven_ban check (proven_address is null or kind = 'ban') not valid,
  -- the address of a member's request is always that of the same member's account
  add constraint complaints_own_address foreign key (member_id, site_id, proven_address)
    references accounts (id, site_id, email) on update cascade on delete cascade not valid;

alter table banned_addresses
  drop constraint banned_addresses_pkey,
  add constraint banned_addresses_pkey primary key using index banned_addresses_once,
  -- a request bans the address that it has proven, and no other
  add constraint banned_addresses_proven foreign key (complaint_id, site_id, email)
    references complaints (id, site_id, proven_address) on delete set null (complaint_id) not valid;
