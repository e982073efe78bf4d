-- Up Migration

-- a held decision that turned out to be impossible; what staff wrote in it is shown with its item
alter table held_decisions add column dropped boolean not null default false;
