-- Up Migration
-- several measures may stand against a member at once: lifting one leaves the others
alter table statements add column lifted_at timestamptz;
comment on column statements.lifted_at is
  'of a measure: when it was lifted, or replaced by another one of its kind; null: it stands until its end';
-- what was lifted before this column came
update statements s set lifted_at = coalesce(s.answered_at, s.created_at)
where s.side = 'owner' and s.decision in ('muted', 'suspended', 'banned') and not exists (
  select from accounts a join profiles p on p.member_id = a.id
  where a.id = s.member_id and case s.decision
    when 'banned' then a.status = 'banned'
    when 'suspended' then a.suspended_until = s.until
    else p.muted_until = s.until end);
