-- Up Migration

alter table messages add column reply_to uuid;
comment on column messages.reply_to is
  'what it replies to (R11.02): a message of the chat, a photo of the recipient''s profile, or the hash of a line of it; no key, because the quote goes with its source';
alter table held_messages add column reply_to uuid;
comment on column held_messages.reply_to is 'what it replies to, as in messages';
