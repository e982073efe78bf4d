-- Up Migration

-- the hashes of marked first messages go after a day, and a review may wait longer
alter table reviews add column same_text smallint not null default 0;
comment on column reviews.same_text is 'to how many members one text went within a day, at most';
