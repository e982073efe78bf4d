-- Up Migration
-- Without Transaction

-- staff find Daniel_Kern by "daniel kern": what stands between the parts of a name makes no difference
drop index concurrently if exists accounts_name_letters;
create index concurrently accounts_name_letters on accounts using gin (translate(name_key, ' ._-', '') gin_trgm_ops);
drop index concurrently if exists accounts_name_part;
