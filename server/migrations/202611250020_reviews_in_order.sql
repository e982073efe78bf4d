-- Up Migration
-- the queue of the back office reads the open reviews in this order
create index reviews_waiting on reviews (opened_at, id) where closed_at is null;
