-- Up Migration
-- who is not logged in sees a member only if the member has said so (D11.8)
alter table profiles add column shown_to_visitors boolean not null default false;
comment on column profiles.shown_to_visitors is
  'the member lets people who are not logged in see them; fictional profiles follow the site''s settings instead';
