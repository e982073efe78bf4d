-- Up Migration
-- statements of reasons (DSA, article 17): what was decided, about what, and why; and the objection of its receiver
create table statements (
  id uuid primary key default uuidv7(),
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
  unique (decision_id, member_id),
  check ((objected_at is null) = (objection is null)),
  check (answered_at is null or objected_at is not null),
  check ((answered_at is null) = (upheld is null)),
  check ((answered_at is null) = (answer is null))
);
create index statements_member on statements (member_id, created_at desc, id desc);
create index statements_report on statements (report_id) where report_id is not null;
create index statements_objections on statements (objected_at, id) where objected_at is not null and answered_at is null;
comment on column statements.decision_id is 'one decision has at most one statement for each of its members';
comment on column statements.side is 'owner: of what was decided on; reporter: who reported it';
comment on column statements.ground is 'the rule that it was based on; null: none was broken';
comment on column statements.words is 'what the team adds in its own words';
comment on column statements.until is 'when a measure ends; null: it has no end';
comment on column statements.staff_id is 'who decided; an objection is answered by another one; null: a command on the machine itself';
comment on column statements.upheld is 'the objection was justified, and the decision was reversed';
