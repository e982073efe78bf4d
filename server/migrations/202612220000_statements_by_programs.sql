-- Up Migration
-- a program can apply an earlier decision, such as refusing a picture that staff rejected before (DSA, article 17)
alter table statements add column applies uuid;
comment on column statements.applies is
  'by a program only: the decision, or the payment that a bank took back, that it applied; if reversed, that ends too';
