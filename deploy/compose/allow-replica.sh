#!/bin/sh
# Creates the role of the replica in a new database server, and lets it connect.
set -eu
psql --username "$POSTGRES_USER" --set ON_ERROR_STOP=1 --set password="$(cat "$REPLICATION_PASSWORD_FILE")" <<'SQL'
create role replica login replication password :'password';
SQL
echo 'host replication replica samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
