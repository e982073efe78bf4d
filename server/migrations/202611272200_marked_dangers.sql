-- Up Migration

-- staff say that someone is in danger, whatever the reason of the report (DSA, article 18)
alter table reports add column filed_as text, add column danger_marked_at timestamptz;
comment on column reports.filed_as is
  'the reason that was chosen, if staff said that someone is in danger: `reason` is danger then; null: it is `reason`';
comment on column reports.danger_marked_at is 'when staff said that someone is in danger';
-- the previous version may give a marked report another reason
alter table reports add constraint reports_marked check ((filed_as is null) = (danger_marked_at is null)) not valid;

-- the numbers of the transparency page keep the reason that was chosen
create or replace function record_report_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_moderation_event(new.site_id, new.created_at, 'report', new.reason, null);
  else
    perform add_moderation_event(new.site_id, new.closed_at, 'report_closed', coalesce(new.filed_as, new.reason),
      new.created_at);
  end if;
  return null;
end
$$;
