-- Up Migration
-- D11.9: a request to be banned concerns the account of its session, or the address whose mailed link was opened
alter table complaints add column proven_address citext;
comment on column complaints.proven_address is
  'of a request to be banned: the address that it concerns, known by a login or a mailed link; null: not proven, or a complaint';
comment on column complaints.member_id is
  'who sent it: logged in, or by the link that was mailed to their address; null: no account, or not proven';
comment on column complaints.email is 'where the answer goes, as given; without a login it is only claimed';

-- a ban by staff and one that the member asked for are two bans: lifting one leaves the other
alter table banned_addresses
  add column cause text not null default 'staff',
  add column complaint_id uuid,
  add constraint banned_addresses_cause check (cause in ('staff', 'request')) not valid,
  add constraint banned_addresses_request check (complaint_id is null or cause = 'request') not valid;
comment on column banned_addresses.complaint_id is 'the request that asked for it; null: staff decided it, or the request is deleted';
