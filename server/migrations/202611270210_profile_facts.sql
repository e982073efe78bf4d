-- Up Migration

-- facts that decide (R11.03), as one number, so that the search's indexes answer for all of them at once
create function fact_bits(codes text[]) returns bigint language sql immutable strict parallel safe
begin atomic
  -- a code's place is its bit, above the eight of the height: new ones come last, 45 are the end
  select coalesce(bit_or(256::bigint << (array_position(array[
    'children.none', 'children.some', 'wants_children.no', 'wants_children.maybe', 'wants_children.yes',
    'smoking.no', 'smoking.sometimes', 'smoking.yes', 'drinking.no', 'drinking.sometimes', 'drinking.often',
    'education.school', 'education.training', 'education.degree', 'education.doctorate',
    'goals.relationship', 'goals.dates', 'goals.friendship', 'goals.fun', 'goals.chatting',
    'languages.ar', 'languages.bg', 'languages.cs', 'languages.da', 'languages.de', 'languages.el', 'languages.en',
    'languages.es', 'languages.fi', 'languages.fr', 'languages.hr', 'languages.hu', 'languages.it', 'languages.nl',
    'languages.no', 'languages.pl', 'languages.pt', 'languages.ro', 'languages.ru', 'languages.sk', 'languages.sv',
    'languages.tr', 'languages.uk', 'languages.zh'
  ]::text[], code) - 1)), 0) from unnest(codes) as code;
end;

alter table profiles
  add column height smallint,
  add column children text,
  add column wants_children text,
  add column smoking text,
  add column drinking text,
  add column education text,
  add column languages text[] not null default '{}',
  add column shows_goals boolean not null default false,
  add column fact_bits bigint not null default 0,
  add constraint profiles_height check (height between 120 and 230) not valid;
comment on column profiles.height is 'centimetres';
comment on column profiles.languages is 'languages that the member speaks';
comment on column profiles.shows_goals is 'members see the goals on the profile, and find the member by them (R11.03)';
comment on column profiles.fact_bits is
  'the height, and fact_bits of the other facts and the shown goals, kept by a trigger';

create function keep_fact_bits() returns trigger language plpgsql as $$
begin
  new.fact_bits := coalesce(new.height, 0) | fact_bits(
    array['children.' || new.children, 'wants_children.' || new.wants_children, 'smoking.' || new.smoking,
      'drinking.' || new.drinking, 'education.' || new.education]
    || array(select 'languages.' || code from unnest(new.languages) as code)
    || array(select 'goals.' || code from unnest(new.goals) as code where new.shows_goals));
  return new;
end $$;
create trigger keep_fact_bits
  before insert or update of height, children, wants_children, smoking, drinking, education, languages, goals, shows_goals
  on profiles for each row execute function keep_fact_bits();
