#!/bin/sh
# Copies the primary at the first start, and runs its replica.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # what an interrupted copy left
  find "$PGDATA" -mindepth 1 -delete
  chmod 700 "$PGDATA"
  PGPASSWORD=$(cat /run/secrets/replication_password) \
    pg_basebackup --host="${PRIMARY_HOST:-postgres}" --username=replica --slot=replica --pgdata="$PGDATA" --write-recovery-conf
fi
# a replica allows no fewer connections than its primary
exec postgres -c max_connections=200 -c hot_standby_feedback=on
