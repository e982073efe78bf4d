-- Up Migration
-- Without Transaction
-- what one staff member gave away alone in a day
drop index concurrently if exists credit_changes_alone;
create index concurrently credit_changes_alone on credit_changes (staff_id, created_at) where decided_by is null;
drop index concurrently if exists refunds_alone;
create index concurrently refunds_alone on refunds (staff_id, created_at) where staff_id is not null and confirmed_by is null;
