-- Up Migration

alter table messages add column reaction text;
comment on column messages.reaction is 'with what its recipient reacted (R11.02); null: with nothing';
alter table messages add constraint messages_reaction
  check (reaction in ('heart', 'laugh', 'wow', 'sad', 'thumbs_up', 'fire')) not valid;
