-- Up Migration

-- texts of the home page, the landers and the mails in a site's own words: a row without a title (0076)
alter table page_texts drop constraint page_texts_section_check;
alter table page_texts add constraint page_texts_section_check check (section ~ '^[a-z0-9_.]{1,60}$') not valid;
alter table page_texts drop constraint page_texts_check;
alter table page_texts add constraint page_texts_check check (title is null or body is not null) not valid;
