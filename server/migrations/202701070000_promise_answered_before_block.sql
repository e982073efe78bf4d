-- Up Migration

-- A block deletes the answer, and the promise stays open until its time is over: an earlier end would tell the author of
-- the block in the download of their data (0109).
alter table answer_promises add answered_before_block boolean not null default false;
