import { defineEntity, p } from '@mikro-orm/core';
import { GroupEntity, UserEntity } from '#identity/index.ts';
import type { ConnectionPermission } from './connection-ruleset.type.ts';
import type { ConnectionSettings } from './stored-secrets.ts';

/**
 * How a datasource is reached. A saved connection is shared by datasets; an inline one belongs to one dataset, and its settings
 * never change, so that versions which refer to it stay valid.
 */
const connectionSchema = defineEntity({
  name: 'DatasourceConnection',
  tableName: 'connection',
  properties: {
    uid: p.string().primary(),
    type: p.text(),
    settings: p.json<ConnectionSettings>(),
    /** The encrypted secrets; null when there are none. */
    secrets: p.text().nullable(),
    isReusable: p.boolean(),
    /** The dataset of an inline connection; null for a saved one. A job deletes the row once the dataset is deleted. */
    datasetUid: p.string().nullable().index(),
    createdBy: () => p.manyToOne(UserEntity).joinColumn('created_by').nullable().deleteRule('set null').index(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  indexes: [{ properties: ['createdAt', 'uid'] }],
});
export class ConnectionEntity extends connectionSchema.class {}
connectionSchema.setClass(ConnectionEntity);

/** The ruleset of a user whom a connection is shared with. */
const userSchema = defineEntity({
  name: 'ConnectionUser',
  tableName: 'connection_user',
  properties: {
    connection: () => p.manyToOne(ConnectionEntity).primary().joinColumn('connection_uid').deleteRule('cascade'),
    user: () => p.manyToOne(UserEntity).primary().joinColumn('username').deleteRule('cascade').index(),
    permissions: p.array().$type<ConnectionPermission[]>().columnType('text[]').defaultRaw(`'{}'`),
  },
});
export class ConnectionUserEntity extends userSchema.class {}
userSchema.setClass(ConnectionUserEntity);

/** The ruleset of a group whose members a connection is shared with. */
const groupSchema = defineEntity({
  name: 'ConnectionGroup',
  tableName: 'connection_group',
  properties: {
    connection: () => p.manyToOne(ConnectionEntity).primary().joinColumn('connection_uid').deleteRule('cascade'),
    group: () => p.manyToOne(GroupEntity).primary().joinColumn('group_uid').deleteRule('cascade').index(),
    permissions: p.array().$type<ConnectionPermission[]>().columnType('text[]').defaultRaw(`'{}'`),
  },
});
export class ConnectionGroupEntity extends groupSchema.class {}
groupSchema.setClass(ConnectionGroupEntity);

/** The current refresh token of a connection whose identity provider has replaced the configured token. */
const tokenSchema = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_token',
  properties: {
    /** The fingerprint of the configured token and of its client. */
    uid: p.string().length(64).primary(),
    /** The uid of a dataset or a saved connection. A job deletes the row once this owner is deleted. */
    owner: p.string(),
    /** The fingerprint of the current token. */
    fingerprint: p.string().length(64),
    /** The current token, encrypted. */
    sealed: p.text(),
  },
});
export class RefreshTokenEntity extends tokenSchema.class {}
tokenSchema.setClass(RefreshTokenEntity);

/** The host key of an SSH server, recorded at the first connection to the server. */
const hostKeySchema = defineEntity({
  name: 'HostKey',
  tableName: 'host_key',
  properties: {
    /** The uid of a dataset or a saved connection. A job deletes the row once this owner is deleted. */
    owner: p.string().primary(),
    /** The server, as `host:port`. */
    address: p.text().primary(),
    /** The SHA-256 of the host key, in base64. */
    fingerprint: p.string().length(43),
  },
});
export class HostKeyEntity extends hostKeySchema.class {}
hostKeySchema.setClass(HostKeyEntity);

/** The encryption of a known text. Decrypting it at the start shows whether the process has the key that encrypted the secrets. */
const canarySchema = defineEntity({
  name: 'SecretsCanary',
  tableName: 'secrets_canary',
  properties: { uid: p.string().primary(), sealed: p.text() },
});
export class SecretsCanaryEntity extends canarySchema.class {}
canarySchema.setClass(SecretsCanaryEntity);
