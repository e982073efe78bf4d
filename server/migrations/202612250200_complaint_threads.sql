-- Up Migration
-- what a complaint is about, who works on it, and what its sender and staff write after the first answer (R2.01)
alter table complaints
  add column topic text not null default 'other',
  add column desk text not null default 'support',
  add column waiting_since timestamptz;
alter table complaints
  add constraint complaints_topic check (topic in ('safety', 'payment', 'technical', 'privacy', 'other')) not valid;
alter table complaints add constraint complaints_desk check (desk in ('support', 'finance')) not valid;
-- its sender can open an answered one again by writing
alter table complaints drop constraint if exists complaints_answer_closes;
comment on column complaints.desk is 'which role works on it';
comment on column complaints.waiting_since is 'when its sender wrote again after it was closed; null: since it was sent';

create table complaint_messages (
  id uuid primary key default uuidv7(),
  complaint_id uuid not null references complaints on delete cascade,
  member_id uuid references accounts on delete cascade,
  staff_id uuid references staff,
  text text not null,
  created_at timestamptz not null
);
comment on column complaint_messages.member_id is 'of the complaint; null: it was sent without a login';
comment on column complaint_messages.staff_id is 'null: its sender wrote this';
create index complaint_messages_complaint on complaint_messages (complaint_id, created_at);
create index complaint_messages_member on complaint_messages (member_id) where member_id is not null;
create index complaint_messages_staff on complaint_messages (staff_id) where staff_id is not null;
