-- Up Migration

alter table partners add column link_id uuid unique;
comment on column partners.link_id is 'of the link to the partner''s own page; null: there is none, or it was revoked';
