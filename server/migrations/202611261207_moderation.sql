-- Up Migration

-- what members report (D11.2); an erased member is taken out of it by stripReports
create table reports (
  id uuid default gen_random_uuid() primary key,
  site_id smallint not null references sites,
  reporter_id uuid references accounts on delete set null,
  reported_id uuid references accounts on delete set null,
  about text not null check (about in ('profile', 'chat', 'photo', 'message')),
  about_id uuid,
  reason text not null check (reason in ('danger', 'harassment', 'scam', 'fake', 'explicit', 'underage', 'other')),
  text text not null default '',
  status text not null default 'open' check (status in ('open', 'closed')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  closed_at timestamptz,
  chat jsonb,
  chat_until timestamptz,
  chat_opened_at timestamptz,
  photo_until timestamptz,
  evidence jsonb,
  unfounded boolean not null default false,
  urgent boolean not null default false,
  message_photo_id uuid,
  constraint reports_check check (reporter_id <> reported_id),
  constraint reports_check1 check ((status = 'closed') = (closed_at is not null)),
  constraint reports_check2 check ((chat is null) = (chat_until is null)),
  constraint reports_check3 check (photo_until is null or about = 'photo' or message_photo_id is not null)
);
comment on column reports.about_id is 'the member, the conversation or the photo; null: erased with its member';
comment on column reports.text is 'the words of the one who reports';
comment on column reports.chat is 'a copy of the conversation, made when a block deleted it (D6.6)';
comment on column reports.chat_until is 'when the copy is forgotten';
comment on column reports.chat_opened_at is 'when staff last read the conversation because of this report (D11.4)';
comment on column reports.photo_until is 'a copy of the photo is kept, as its owner has deleted it; then it goes';
comment on column reports.evidence is 'the reported message as it was; forgotten 30 days after the report is closed';
comment on column reports.unfounded is 'staff found the report manifestly unfounded when they dismissed it';
comment on column reports.urgent is 'its reason is one of those that staff look at first (urgentReasons)';
comment on column reports.message_photo_id is
  'the photo that the reported message carries; null: none, or erased with its member';
create index reports_closed on reports (closed_at) where status = 'closed';
create index reports_copies on reports (chat_until) where chat_until is not null;
create index reports_got on reports (reported_id);
create index reports_made on reports (reporter_id);
create unique index reports_once on reports (reporter_id, about, about_id) where status = 'open';
create index reports_open on reports (created_at) where status = 'open';
create index reports_open_about on reports (reported_id, urgent desc, created_at, id) where status = 'open';
create index reports_photos on reports (photo_until) where photo_until is not null;
create index reports_queue on reports (urgent desc, created_at, coalesce(reported_id, id)) where status = 'open';

-- statements of reasons (DSA, article 17): what was decided, about what, and why; and the objection of its receiver
create table statements (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  member_id uuid not null references accounts on delete cascade,
  decision_id uuid not null,
  side text not null check (side in ('owner', 'reporter')),
  decision text not null,
  ground text,
  words text not null default '',
  report_id uuid references reports on delete set null,
  until timestamptz,
  staff_id uuid references staff,
  created_at timestamptz not null,
  objected_at timestamptz,
  objection text,
  answered_at timestamptz,
  upheld boolean,
  answer text,
  answered_by uuid references staff,
  lifted_at timestamptz,
  source text check (source in ('notice', 'own_initiative', 'program')),
  about text check (about in ('profile', 'chat', 'photo', 'message', 'text')),
  content text,
  content_at timestamptz,
  applies uuid,
  unfounded boolean not null default false,
  unique (decision_id, member_id),
  constraint statements_check check ((objected_at is null) = (objection is null)),
  constraint statements_check1 check ((answered_at is null) or (objected_at is not null)),
  constraint statements_check2 check ((answered_at is null) = (upheld is null)),
  constraint statements_check3 check ((answered_at is null) = (answer is null))
);
comment on column statements.decision_id is 'one decision has at most one statement for each of its members';
comment on column statements.side is 'owner: of what was decided on; reporter: who reported it';
comment on column statements.ground is 'the rule that it was based on; null: none was broken';
comment on column statements.words is 'what the team adds in its own words';
comment on column statements.until is 'when a measure ends; null: it has no end';
comment on column statements.staff_id is
  'who decided; an objection is answered by another one; null: a command on the machine itself';
comment on column statements.upheld is 'the objection was justified, and the decision was reversed';
comment on column statements.lifted_at is
  'of a measure: when it was lifted, or replaced by another one of its kind; null: it stands until its end';
comment on column statements.source is
  'how the team came to know: a notice, its own check, or a program that pointed it out; null: nothing was held against the member';
comment on column statements.about is 'the kind of content; null: no single thing';
comment on column statements.content is
  'the words of the member that it is about; null: a photo, or only for its owner';
comment on column statements.content_at is 'when the content was sent or uploaded; null: not known';
comment on column statements.applies is
  'by a program only: the decision, or the payment that a bank took back, that it applied; if reversed, that ends too';
comment on column statements.unfounded is 'staff found the objection manifestly unfounded when they rejected it';
create index statements_age on statements (created_at);
create index statements_member on statements (member_id, created_at desc, id desc);
create index statements_objections on statements (objected_at, id) where objected_at is not null and answered_at is null;
create index statements_report on statements (report_id) where report_id is not null;

-- complaints, and requests to be banned from a site (R2.01, D10.1)
create table complaints (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  number text not null unique,
  kind text not null check (kind in ('complaint', 'ban')),
  member_id uuid references accounts on delete cascade,
  email text not null,
  logged_in boolean not null,
  text text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  language text not null,
  answer text,
  answered_at timestamptz,
  answered_by uuid references staff,
  proven_address citext,
  topic text not null default 'other',
  desk text not null default 'support',
  waiting_since timestamptz,
  constraint complaints_answer_dated check ((answered_at is null) = (answer is null)),
  constraint complaints_desk check (desk in ('support', 'finance')),
  constraint complaints_proven_ban check ((proven_address is null) or (kind = 'ban')),
  constraint complaints_sender_known check ((member_id is null) or logged_in or (proven_address is not null)),
  constraint complaints_topic check (topic in ('safety', 'payment', 'technical', 'privacy', 'other')),
  constraint complaints_own_address foreign key (member_id, site_id, proven_address) references accounts (id, site_id,
    email) on update cascade on delete cascade
);
comment on column complaints.number is 'what the sender and staff call it by; can''t be guessed';
comment on column complaints.member_id is
  'who sent it: logged in, or by the link that was mailed to their address; null: no account, or not proven';
comment on column complaints.email is 'where the answer goes, as given; without a login it is only claimed';
comment on column complaints.language is 'the language of the page that it was sent from';
comment on column complaints.proven_address is
  'of a request to be banned: the address that it concerns, known by a login or a mailed link; null: not proven, or a complaint';
comment on column complaints.desk is 'which role works on it';
comment on column complaints.waiting_since is
  'when its sender wrote again after it was closed; null: since it was sent';
create index complaints_address on complaints (lower(email));
create index complaints_answered_by on complaints (answered_by) where answered_by is not null;
create index complaints_closed on complaints (closed_at) where closed_at is not null;
create index complaints_member on complaints (member_id, created_at) where member_id is not null;
create index complaints_open on complaints (created_at) where closed_at is null;
create unique index complaints_proven on complaints (id, site_id, proven_address);
create index complaints_queue on complaints ((topic = 'safety') desc, coalesce(waiting_since, created_at), id)
  where closed_at is null;
create index complaints_sender on complaints (site_id, lower(email), created_at);
create index complaints_words on complaints using gin (to_tsvector('simple', text));

create table complaint_messages (
  id uuid default uuidv7() primary key,
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

-- notices of illegal content, by anyone (DSA, article 16); each is worked on as a report
create table content_notices (
  id uuid default gen_random_uuid() primary key,
  site_id smallint not null references sites,
  report_id uuid references reports on delete set null unique,
  name text not null,
  email text not null,
  language text not null,
  place text not null,
  reason text not null,
  text text not null,
  created_at timestamptz not null,
  mailed boolean not null,
  acted boolean,
  words text,
  decided_at timestamptz,
  decided_by uuid references staff,
  objection text,
  objected_at timestamptz,
  upheld boolean,
  answer text,
  answered_at timestamptz,
  constraint content_notices_check check ((acted is null) = (decided_at is null)),
  constraint content_notices_check1 check ((objected_at is null) or (decided_at is not null)),
  constraint content_notices_check2 check ((answered_at is null) or (objected_at is not null))
);
comment on column content_notices.report_id is
  'the report that staff decide on: the first one, after an objection the second one; null: purged';
comment on column content_notices.mailed is 'whether a mail confirmed it: one in a day goes to an address';
create index content_notices_decided on content_notices (decided_at) where decided_at is not null;
create index content_notices_site on content_notices (site_id, email, created_at);
create index content_notices_staff on content_notices (decided_by) where decided_by is not null;

-- addresses with which no account of a site can be made or restored
create table banned_addresses (
  site_id smallint not null references sites,
  email citext not null,
  created_at timestamptz not null,
  cause text not null default 'staff',
  complaint_id uuid,
  primary key (site_id, email, cause),
  constraint banned_addresses_cause check (cause in ('staff', 'request')),
  constraint banned_addresses_request check ((complaint_id is null) or (cause = 'request')),
  constraint banned_addresses_proven foreign key (complaint_id, site_id, email) references complaints (id, site_id,
    proven_address) on delete set null (complaint_id)
);
comment on column banned_addresses.complaint_id is
  'the request that asked for it; null: staff decided it, or the request is deleted';
create index banned_addresses_complaint on banned_addresses (complaint_id) where complaint_id is not null;
create index banned_addresses_mailbox on banned_addresses (site_id, mailbox_of(email));

-- what was reported and decided, without whose it was: the numbers of the transparency page (DSA, articles 15 and 24)
create table moderation_events (
  id bigint generated always as identity primary key,
  site_id smallint not null references sites on delete cascade,
  day date not null,
  what text not null check (what in ('report', 'report_closed', 'decision', 'objection', 'objection_answered',
    'notice', 'decision_source', 'program_answered')),
  kind text not null,
  seconds int check (seconds >= 0),
  constraint moderation_events_check check ((what in ('report_closed', 'objection_answered')) = (seconds is not null))
);
comment on table moderation_events is
  'reports are deleted and members erased: these rows stay, so that the numbers of a year stay true';
comment on column moderation_events.day is 'UTC';
comment on column moderation_events.kind is
  'the reason of a report, the kind of a decision, or how an objection was answered';
comment on column moderation_events.seconds is 'from the report or objection to its decision';
create index moderation_events_counted on moderation_events (site_id, day);

create function add_moderation_event(site smallint, at timestamptz, what text, kind text, since timestamptz)
returns void language sql as $$
  insert into moderation_events (site_id, day, what, kind, seconds) values
    (site, (at at time zone 'UTC')::date, what, kind,
    case when since is not null then greatest(0, extract(epoch from at - since))::integer end)
$$;

create function record_report_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_moderation_event(new.site_id, new.created_at, 'report', new.reason, null);
  else
    perform add_moderation_event(new.site_id, new.closed_at, 'report_closed', new.reason, new.created_at);
  end if;
  return null;
end
$$;

create function record_statement_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_moderation_event(new.site_id, new.created_at, 'decision', new.decision, null);
    if new.source is not null then
      perform add_moderation_event(new.site_id, new.created_at, 'decision_source', new.source, null);
    end if;
  elsif old.objected_at is null and new.objected_at is not null then
    perform add_moderation_event(new.site_id, new.objected_at, 'objection', new.decision, null);
  elsif old.answered_at is null and new.answered_at is not null then
    perform add_moderation_event(new.site_id, new.answered_at, 'objection_answered',
      case when new.upheld then 'upheld' else 'rejected' end, new.objected_at);
    if new.decision in ('photo_refused', 'chat_photo_refused', 'direct_debit_refused') then
      perform add_moderation_event(new.site_id, new.answered_at, 'program_answered',
        case when new.upheld then 'upheld' else 'rejected' end, null);
    end if;
  end if;
  return null;
end
$$;

create function record_notice_event() returns trigger language plpgsql as $$
begin
  perform add_moderation_event(new.site_id, new.created_at, 'notice', new.reason, null);
  return null;
end
$$;

create trigger content_notices_received after insert on content_notices for each row execute function record_notice_event();

create trigger reports_decided after update on reports for each row
  when (old.closed_at is null and new.closed_at is not null) execute function record_report_event();

create trigger reports_received after insert on reports for each row execute function record_report_event();

-- both sides of a report have a statement: the decision is the one about whom it was made
create trigger statements_issued after insert on statements for each row
  when (new.side = 'owner') execute function record_statement_event();

create trigger statements_objected after update on statements for each row execute function record_statement_event();

-- Who was told that a member with whom they exchanged messages was banned for fraud (R10.02); once for each ban.
create table fraud_warnings (
  id uuid default uuidv7() primary key,
  site_id smallint not null references sites,
  member_id uuid not null references accounts on delete cascade,
  about_id uuid references accounts on delete set null,
  about_name text not null,
  decision_id uuid not null,
  ground text not null,
  last_at timestamptz not null,
  credits int not null check (credits >= 0),
  warned_at timestamptz not null,
  lifted_at timestamptz,
  unique (member_id, decision_id)
);
create index fraud_warnings_about on fraud_warnings (about_id);
-- a member is told once of another one's ban until it is lifted, also if two runs do it at the same time
create unique index fraud_warnings_standing on fraud_warnings (member_id, about_id) where lifted_at is null;
create index fraud_warnings_warned on fraud_warnings (site_id, warned_at);

-- A site's figures of a day, which anyone may read (R10.04). They are about no single person, and stay.
create table fair_days (
  site_id smallint not null references sites on delete cascade,
  day date not null,
  members int not null check (members >= 0),
  fictional int not null check (fictional >= 0),
  answer_days smallint not null check (answer_days >= 0),
  decision_hours int check (decision_hours >= 0),
  decided_until date,
  totals jsonb not null,
  primary key (site_id, day),
  constraint fair_days_decided check ((decision_hours is null) = (decided_until is null))
);
comment on column fair_days.day is 'UTC';
comment on column fair_days.totals is
  'of each figure its running total, and the day up to which it is counted; exact, the call gives whole tens';
create index fair_days_age on fair_days (day);
