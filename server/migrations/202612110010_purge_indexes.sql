-- Up Migration
-- Without Transaction
-- jobs that delete by age look for the next rows again and again
drop index concurrently if exists notices_happened_at;
create index concurrently notices_happened_at on notices (happened_at);
drop index concurrently if exists notices_sent_at;
create index concurrently notices_sent_at on notices_sent (sent_at);
drop index concurrently if exists email_links_expires_at;
create index concurrently email_links_expires_at on email_links (expires_at);
drop index concurrently if exists spent_challenges_expires_at;
create index concurrently spent_challenges_expires_at on spent_challenges (expires_at);
drop index concurrently if exists sms_handed_over_at;
create index concurrently sms_handed_over_at on sms_handed_over (handed_over_at);
drop index concurrently if exists reviews_closed_at;
create index concurrently reviews_closed_at on reviews (closed_at) where closed_at is not null;
drop index concurrently if exists withdrawals_unknown;
create index concurrently withdrawals_unknown on withdrawals (created_at) where member_id is null;
