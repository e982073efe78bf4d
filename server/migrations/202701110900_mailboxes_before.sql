-- Up Migration
-- Without Transaction

-- The addresses that accounts had before a change of address: no other account takes one while a link can undo the
-- change, and their mailboxes get no second welcome credits.
drop index concurrently if exists email_links_mailbox;
create index concurrently email_links_mailbox on email_links (mailbox_of(email)) where kind = 'mail_undo';
