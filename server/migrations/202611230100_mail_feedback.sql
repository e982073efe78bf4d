-- what mail servers, and the services that send our mails, reported about them (R4.08, D9.2)
alter table accounts add column mail_epoch int not null default 0;
comment on column accounts.mail_epoch is
  'counts up when the member lifts a stop or changes the address: reports about earlier mails change nothing';

create table mail_feedback (
  account_id uuid not null references accounts on delete cascade,
  mail_id uuid not null,
  kind text not null check (kind in ('hard_bounce', 'soft_bounce', 'complaint', 'unsubscribe', 'delivered')),
  mail_epoch int not null,
  at timestamptz not null,
  primary key (account_id, mail_id, kind)
);
create index mail_feedback_at on mail_feedback (at);
comment on column mail_feedback.at is 'when it happened or, if the report does not say, when it arrived';
