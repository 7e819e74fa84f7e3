#!/bin/sh
# Creates the secrets of compose.yaml that do not exist yet. Back up secrets_key: without it the stored secrets are lost.
set -eu
cd "$(dirname "$0")"
# The folder keeps others out; the users of the containers differ and must be able to read the files.
mkdir -p -m 700 secrets
create() { [ -s "secrets/$1" ] || printf %s "$2" > "secrets/$1"; }
for name in admin_api_key postgres_password replication_password s3_access_key s3_secret_key; do
  create "$name" "$(openssl rand -hex 20)"
done
create secrets_key "$(openssl rand -hex 32)"
create database_url "postgresql://catalograph:$(cat secrets/postgres_password)@postgres/catalograph"
create database_replica_url "postgresql://catalograph:$(cat secrets/postgres_password)@postgres-replica/catalograph"
chmod 644 secrets/*
