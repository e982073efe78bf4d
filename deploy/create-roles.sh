#!/bin/sh
# Run once by the image of PostgreSQL, for an empty volume: the role that owns the tables, and the one of the product,
# with the passwords of their secrets.
set -eu
password_of() { sed -E 's#^[^:]+://[^:]+:([^@]+)@.*$#\1#' "/run/secrets/$1"; }
psql --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
  --set=owner_password="$(password_of database_owner_url)" --set=app_password="$(password_of database_url)" <<'END'
create role rendezvous login password :'owner_password';
create role rendezvous_app login password :'app_password';
alter database rendezvous owner to rendezvous;
\i /roles.sql
END
