-- Up Migration

alter table page_texts validate constraint page_texts_section_check;
alter table page_texts validate constraint page_texts_check;
