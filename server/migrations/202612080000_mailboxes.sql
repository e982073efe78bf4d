-- Up Migration

-- What is the same for all addresses that lead to one mailbox: lower case, without a +tag, and without dots if the
-- provider ignores them. Only for what is counted, given or barred once; an account has its own address.
create function mailbox_of(address text) returns text language sql immutable strict parallel safe as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(untagged, '.', '') || '@gmail.com'
    else untagged || '@' || domain
  end
  from (select lower(regexp_replace(address, '^.*@', '')) as domain,
    lower(regexp_replace(regexp_replace(address, '@[^@]*$', ''), '(.)\+.*$', '\1')) as untagged) as parts
$$;
