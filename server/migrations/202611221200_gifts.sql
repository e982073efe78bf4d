-- a gift is what a message carries (R1.05, D6.1): its giver is the message's author, and it goes with the message
create table gifts (
  message_id uuid primary key references messages on delete cascade,
  recipient_id uuid not null references accounts on delete cascade,
  gift text not null check (gift in
    ('coffee', 'sunflower', 'cupcake', 'rose', 'ice_cream', 'balloon', 'kite', 'lucky_clover', 'love_letter',
     'chocolates', 'teddy', 'bouquet', 'champagne', 'star', 'treasure', 'ring')),
  opened_at timestamptz
);
comment on column gifts.opened_at is 'when its recipient opened it: only then it is on their shelf';
create index gifts_received on gifts (recipient_id);

alter table profiles add column shows_gifts boolean not null default true;
comment on column profiles.shows_gifts is 'members who see the profile see which gifts this one received, never from which member';
