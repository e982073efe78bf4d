-- Up Migration
-- what a buyer asked for and acknowledged with an order (Directive 2011/83/EU, articles 7(3), 8(8) and 16(a))
alter table payments add column begin_text text, add column begin_language text;
alter table payments add constraint payments_begin check ((begin_text is null) = (begin_language is null)) not valid;
comment on column payments.begin_text is 'the request to begin at once, and the acknowledgement, in the words that the buyer saw; null: ordered before these were kept';
