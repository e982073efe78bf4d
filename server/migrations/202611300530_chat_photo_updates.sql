-- Up Migration

-- its words were those of a photo in a chat
update updates set kind = 'chat_photo_rejected' where kind = 'photo_rejected';
