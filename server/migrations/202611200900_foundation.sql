-- Up Migration
create extension if not exists citext;
create extension if not exists btree_gist;
create extension if not exists cube;

-- The part of PostgreSQL's extension earthdistance that the product uses, written out: only a superuser may create that
-- extension, and the owner of a database all the others. It may be there already, created by the operator.
do $$ begin
  if to_regprocedure('ll_to_earth(float8, float8)') is not null then return; end if;
  create function earth() returns float8 language sql immutable parallel safe return 6378168::float8;
  create domain earth as cube
    constraint not_point check (cube_is_point(value))
    constraint not_3d check (cube_dim(value) <= 3)
    constraint on_surface check (abs(cube_distance(value, '(0)'::cube) / earth() - 1::float8) < '10e-7'::float8);
  create function sec_to_gc(float8) returns float8 language sql immutable strict parallel safe return case
    when $1 < 0 then 0::float8
    when $1 / (2 * earth()) > 1 then pi() * earth()
    else 2 * earth() * asin($1 / (2 * earth()))
  end;
  create function gc_to_sec(float8) returns float8 language sql immutable strict parallel safe return case
    when $1 < 0 then 0::float8
    when $1 / earth() > pi() then 2 * earth()
    else 2 * earth() * sin($1 / (2 * earth()))
  end;
  create function ll_to_earth(float8, float8) returns earth language sql immutable strict parallel safe return cube(cube(
    cube(earth() * cos(radians($1)) * cos(radians($2))),
    earth() * cos(radians($1)) * sin(radians($2))),
    earth() * sin(radians($1)))::earth;
  create function earth_distance(earth, earth) returns float8 language sql immutable strict parallel safe
    return sec_to_gc(cube_distance($1, $2));
end $$;

-- sites (D2): members, chats, prices and settings belong to one site
create table companies (
  id int generated always as identity primary key,
  name text not null,
  address1 text not null,
  address2 text not null default '',
  address3 text not null default '',
  city text not null,
  country char(2) not null,
  kvk text not null,
  tradenames text[] not null default '{}',
  vat_numbers text[] not null default '{}',
  support_phone text not null default '',
  delete_discount int not null default 0,
  added timestamptz not null
);

create table sites (
  id smallint generated always as identity primary key,
  key text not null unique,
  company_id int not null references companies,
  demo boolean not null default false,
  created_at timestamptz not null
);

create table site_hosts (
  host text primary key,
  site_id smallint not null references sites
);

create table site_settings (
  site_id smallint not null references sites,
  key text not null,
  value jsonb not null,
  primary key (site_id, key)
);

-- account (D3)
create table accounts (
  id uuid primary key default gen_random_uuid(),
  site_id smallint not null references sites,
  name text not null,
  name_key text not null,
  email citext not null,
  password_hash text not null,
  language text not null,
  status text not null default 'not_confirmed' check (status in ('not_confirmed', 'active', 'deleted')),
  paid_since timestamptz,
  notifications_disabled text[] not null default '{}',
  created_at timestamptz not null,
  confirmed_at timestamptz,
  unique (site_id, name_key),
  unique (site_id, email)
);

create table sessions (
  token_hash bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_account on sessions (account_id);

create table email_links (
  token_hash bytea primary key,
  kind text not null check (kind in ('activation')),
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index email_links_account on email_links (account_id);

-- platform: a mutating call's key and its first answer
create table idempotency_keys (
  scope text not null,
  key uuid not null,
  call text not null,
  body_hash bytea not null,
  answer jsonb,
  session_for uuid,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- places (D4.5): open data shipped with the product
create table regions (
  code text primary key,
  country char(2) not null,
  names jsonb not null
);
create index regions_country on regions (country);

create table cities (
  id int primary key,
  country char(2) not null,
  region text references regions,
  name text not null,
  names jsonb not null default '{}',
  search text[] not null,
  population int not null,
  latitude real not null,
  longitude real not null
);
create index cities_country on cities (country, population desc);

-- profiles (D4)
create table profiles (
  member_id uuid primary key references accounts on delete cascade,
  site_id smallint not null references sites,
  name text not null,
  gender text not null check (gender in ('male', 'female')),
  sexuality text not null check (sexuality in ('hetero', 'gay', 'lesbian', 'bi')),
  seeks_men boolean not null,
  seeks_women boolean not null,
  date_of_birth date not null,
  country char(2) not null,
  region text references regions,
  city_id int references cities,
  -- snapped to a grid of about 1 km before it comes here (D4.5)
  latitude real,
  longitude real,
  place cube generated always as (ll_to_earth(latitude, longitude)) stored,
  hair_color text,
  eye_color text,
  body_type text,
  relationship_status text,
  tattoos text,
  interests text[] not null default '{}',
  about_me text not null default '',
  main_photo_id uuid,
  premium boolean not null default false,
  fictional boolean not null default false,
  automatic boolean not null default false,
  hides_fictional boolean not null default false,
  listed boolean not null default false,
  created_at timestamptz not null,
  last_active_at timestamptz not null,
  check ((gender = 'male' and sexuality <> 'lesbian') or (gender = 'female' and sexuality <> 'gay')),
  check (seeks_men = ((gender = 'female' and sexuality in ('hetero', 'bi')) or (gender = 'male' and sexuality in ('gay', 'bi')))),
  check (seeks_women = ((gender = 'male' and sexuality in ('hetero', 'bi')) or (gender = 'female' and sexuality in ('lesbian', 'bi'))))
);
comment on column profiles.listed is 'confirmed, not deleted: may be found by others';
comment on column profiles.automatic is 'a demo member who answers by itself';
create index profiles_active on profiles (site_id, gender, country, last_active_at desc, member_id) where listed;
create index profiles_newest on profiles (site_id, gender, country, created_at desc, member_id) where listed;
create index profiles_nearest on profiles using gist (site_id, gender, place) where listed;

-- D11.1: a fictional profile stays one, no statement can take the label off
create function keep_fictional() returns trigger language plpgsql as $$
begin
  if new.fictional is distinct from old.fictional then
    raise exception 'fictional can not be changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_fictional before update of fictional on profiles for each row execute function keep_fictional();

-- photos (D8)
create table photos (
  id uuid primary key default gen_random_uuid(),
  site_id smallint not null references sites,
  member_id uuid not null references accounts on delete cascade,
  status text not null default 'inspection' check (status in ('inspection', 'active')),
  width int not null,
  height int not null,
  thumbhash text not null,
  created_at timestamptz not null
);
create index photos_member on photos (member_id, created_at);
alter table profiles add foreign key (main_photo_id) references photos on delete set null;

-- credits (D7.1): an append-only ledger, the balance a guarded sum
create table wallets (
  member_id uuid primary key references accounts on delete cascade,
  site_id smallint not null references sites,
  credits int not null default 0 check (credits >= 0)
);

create table ledger (
  id bigint generated always as identity primary key,
  site_id smallint not null references sites,
  member_id uuid not null references wallets on delete cascade,
  amount int not null check (amount <> 0),
  balance int not null check (balance >= 0),
  cause text not null check (cause in ('signup', 'message', 'purchase', 'demo')),
  cause_id uuid not null,
  created_at timestamptz not null,
  unique (cause, cause_id)
);
create index ledger_member on ledger (member_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'check_violation';
end $$;
create trigger ledger_append_only before update on ledger for each row execute function refuse_change();

create table bundles (
  id uuid primary key default gen_random_uuid(),
  site_id smallint not null references sites,
  country char(2),
  currency char(3) not null,
  credits int not null check (credits > 0),
  price_minor int not null check (price_minor > 0),
  vat_percent numeric(4, 1) not null,
  active boolean not null default true
);
comment on column bundles.country is 'null: wherever the site has no bundles of the country itself';
create index bundles_site on bundles (site_id, country) where active;

-- payments (D7.3, D7.4)
create table payments (
  id uuid primary key default uuidv7(),
  site_id smallint not null references sites,
  member_id uuid not null references accounts,
  bundle_id uuid not null references bundles,
  credits int not null,
  amount_minor int not null,
  currency char(3) not null,
  vat_percent numeric(4, 1) not null,
  provider text not null,
  provider_reference text,
  checkout_url text,
  method text,
  status text not null default 'open' check (status in ('open', 'pending', 'completed', 'failed', 'cancelled')),
  return_to text not null default '/credits',
  created_at timestamptz not null,
  completed_at timestamptz,
  unique (provider, provider_reference)
);
create index payments_member on payments (member_id, created_at desc);

-- likes (D5.1)
create table likes (
  from_id uuid not null references accounts on delete cascade,
  to_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  seen boolean not null default false,
  created_at timestamptz not null,
  primary key (from_id, to_id),
  check (from_id <> to_id)
);
create index likes_received on likes (to_id, created_at desc);

create table matches (
  a_id uuid not null references accounts on delete cascade,
  b_id uuid not null references accounts on delete cascade,
  site_id smallint not null references sites,
  created_at timestamptz not null,
  primary key (a_id, b_id),
  check (a_id < b_id)
);
create index matches_b on matches (b_id);

-- chat (D6)
create table conversations (
  id uuid primary key default uuidv7(),
  site_id smallint not null references sites,
  a_id uuid not null references accounts on delete cascade,
  b_id uuid not null references accounts on delete cascade,
  started_by uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  unique (a_id, b_id),
  check (a_id < b_id)
);
create index conversations_b on conversations (b_id);
create index conversations_started on conversations (started_by);

create table conversation_members (
  conversation_id uuid not null references conversations on delete cascade,
  member_id uuid not null references accounts on delete cascade,
  other_id uuid not null references accounts on delete cascade,
  unread int not null default 0 check (unread >= 0),
  read_until timestamptz,
  hidden_until timestamptz,
  last_message_at timestamptz,
  primary key (conversation_id, member_id)
);
create index conversation_members_list on conversation_members (member_id, last_message_at desc);
comment on column conversation_members.hidden_until is 'the member deleted the chat then: older messages stay hidden from them (D6.6)';

create table messages (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references conversations on delete cascade,
  author_id uuid not null references accounts on delete cascade,
  author_kind text not null default 'member' check (author_kind in ('member', 'operator', 'automatic')),
  body text not null check (body <> ''),
  credits int not null check (credits >= 0),
  key uuid not null,
  created_at timestamptz not null,
  unique (author_id, key)
);
comment on column messages.key is 'the Idempotency-Key it was sent with: a repetition finds it and sends nothing (D6.1)';
create index messages_history on messages (conversation_id, created_at desc, id desc);

-- the built-in outbox: every mail the product would have sent (D12.1)
create table outbox (
  id uuid primary key default uuidv7(),
  site_id smallint not null references sites,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text,
  headers jsonb not null default '{}',
  created_at timestamptz not null
);
create index outbox_newest on outbox (created_at desc);
