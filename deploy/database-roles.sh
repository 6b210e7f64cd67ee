#!/bin/sh
# Makes the role that serves. The image of PostgreSQL runs this once, on an empty database.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$SERVING_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role firstyear_serving login password :'password';
SQL
