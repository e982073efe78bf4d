-- Up Migration
-- sections of pages that a site words itself, by page, language and section (docs/decisions/0075); the history of the
-- texts is in site_changes
create table page_texts (
  site_id smallint not null references sites on delete cascade,
  page text not null check (length(page) <= 30),
  language text not null check (length(language) = 2),
  section text not null check (section ~ '^(s[1-9][0-9]?|own[1-5])$'),
  title text check (length(title) between 1 and 120),
  body text check (length(body) between 1 and 8000),
  changed_at timestamptz not null,
  primary key (site_id, page, language, section),
  check ((title is null) = (body is null))
);
comment on table page_texts is 'a row without a text: the built-in text is back since changed_at, which dates the page';
