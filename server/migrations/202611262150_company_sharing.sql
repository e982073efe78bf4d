-- a change of a company shows at every site that it runs
alter table site_changes add column sharing text[] not null default '{}';
comment on column site_changes.sharing is 'the keys of the other sites that the change of their company changed too';
