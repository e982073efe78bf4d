-- Up Migration

-- what other installations of the operator may ask by an API key; these scopes are about all sites
alter table api_keys drop constraint api_keys_scopes_check;
alter table api_keys add constraint api_keys_scopes_check
  check (cardinality(scopes) > 0 and scopes <@ array['figures', 'members', 'bans', 'team', 'refusals']) not valid;
alter table api_keys add constraint api_keys_of_installation
  check (site_id is null or not scopes && array['team', 'refusals']) not valid;

create table installations (
  name text primary key check (length(name) between 1 and 260),
  answered_at timestamptz,
  pulled_at timestamptz,
  ban_sites smallint[] not null default '{}'
);
comment on table installations is 'other installations of the operator, as INSTALLATIONS names them';
comment on column installations.answered_at is 'when it last answered; null: never';
comment on column installations.pulled_at is 'when its refusals were last taken over, all of them; null: never';
comment on column installations.ban_sites is 'the numbers of its sites whose bans are here: part of what their hashes are of';

create table shared_refusals (
  kind text not null check (kind in ('picture', 'mailbox')),
  hash bytea not null check (length(hash) = 32),
  installation text not null references installations on delete cascade,
  decided_at timestamptz not null,
  ground text,
  decision_id uuid,
  lifted boolean not null default false,
  primary key (kind, hash, installation),
  check ((kind = 'picture') = (ground is not null)),
  check ((kind = 'picture') = (decision_id is not null))
);
comment on table shared_refusals is 'what another installation refuses: pictures that no site may show, mailboxes that staff banned';
comment on column shared_refusals.hash is 'keyed by what all installations of the operator share: nothing can be read from it';
comment on column shared_refusals.decided_at is 'when staff there decided it';
comment on column shared_refusals.decision_id is 'the decision of staff there that refused the picture';
comment on column shared_refusals.lifted is 'an objection of a member here was upheld: the picture may be uploaded here';
create index shared_refusals_installation on shared_refusals (installation);
create index shared_refusals_decided_at on shared_refusals (decided_at);
create index shared_refusals_decision on shared_refusals (decision_id) where decision_id is not null;
