-- Up Migration
-- Without Transaction

-- a member is told once of another one's ban until it is lifted, also if two runs do it at the same time
drop index concurrently if exists fraud_warnings_standing;
create unique index concurrently fraud_warnings_standing on fraud_warnings (member_id, about_id) where lifted_at is null;
