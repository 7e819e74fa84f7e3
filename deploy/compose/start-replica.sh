#!/bin/sh
# Copies the primary at the first start, and runs its replica.
set -eu
primary=${PRIMARY_HOST:-postgres}
# a copy writes this file last
if [ ! -s "$PGDATA/global/pg_control" ]; then
  # what an interrupted copy left: files, and a slot for which the primary keeps its log
  mkdir -p "$PGDATA"
  find "$PGDATA" -mindepth 1 -delete
  chmod 700 "$PGDATA"
  PGPASSWORD=$(cat "${REPLICATION_PASSWORD_FILE:-/run/secrets/replication_password}")
  export PGPASSWORD
  psql "host=$primary user=replica replication=true" --command='DROP_REPLICATION_SLOT replica' || true
  pg_basebackup --host="$primary" --username=replica --create-slot --slot=replica --pgdata="$PGDATA" --write-recovery-conf
fi
# a replica allows no fewer connections than its primary
exec postgres -c max_connections=200 -c hot_standby_feedback=on
