-- a member may withdraw the consent to their sexuality: it is erased, and lists don't show them until they give it again
alter table profiles alter column sexuality drop not null;
alter table profiles add constraint profiles_sexuality_known check (
  sexuality is not null or not (seeks_men or seeks_women or listed) and sexuality_consent_at is null);
