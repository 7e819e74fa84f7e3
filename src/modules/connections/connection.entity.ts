import { defineEntity, p } from '@mikro-orm/core';
import { GroupEntity, UserEntity } from '../identity/index.ts';
import type { ConnectionSettings } from './settings/connection-settings.ts';

/**
 * How a place is reached that bytes are read from. A saved one is shared by datasets; an inline one belongs to one
 * dataset, and its settings never change, so that versions which name it stay true.
 */
const connectionSchema = defineEntity({
  name: 'DatasourceConnection',
  tableName: 'connection',
  properties: {
    uid: p.string().primary(),
    type: p.text(),
    settings: p.json<ConnectionSettings>(),
    /** Sealed; null where there are none. */
    secrets: p.text().nullable(),
    isReusable: p.boolean(),
    /** The dataset that an inline one belongs to; the row outlives it by a moment. */
    datasetUid: p.string().nullable().index(),
    createdBy: () => p.manyToOne(UserEntity).joinColumn('created_by').nullable().deleteRule('set null').index(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  indexes: [{ properties: ['createdAt', 'uid'] }],
});
export class ConnectionEntity extends connectionSchema.class {}
connectionSchema.setClass(ConnectionEntity);

/** That a user may use a connection. */
const userSchema = defineEntity({
  name: 'ConnectionUser',
  tableName: 'connection_user',
  properties: {
    connection: () => p.manyToOne(ConnectionEntity).primary().joinColumn('connection_uid').deleteRule('cascade'),
    user: () => p.manyToOne(UserEntity).primary().joinColumn('username').deleteRule('cascade').index(),
  },
});
export class ConnectionUserEntity extends userSchema.class {}
userSchema.setClass(ConnectionUserEntity);

/** That the members of a group may use a connection. */
const groupSchema = defineEntity({
  name: 'ConnectionGroup',
  tableName: 'connection_group',
  properties: {
    connection: () => p.manyToOne(ConnectionEntity).primary().joinColumn('connection_uid').deleteRule('cascade'),
    group: () => p.manyToOne(GroupEntity).primary().joinColumn('group_uid').deleteRule('cascade').index(),
  },
});
export class ConnectionGroupEntity extends groupSchema.class {}
groupSchema.setClass(ConnectionGroupEntity);

/** What a provider gave in place of a refresh token. */
const tokenSchema = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_token',
  properties: {
    /** The fingerprint of the configured one, and of what it is for. */
    uid: p.string().length(64).primary(),
    /** A dataset or a saved connection, by uid; the row outlives it by a moment. */
    owner: p.string(),
    /** That of the present one. */
    fingerprint: p.string().length(64),
    sealed: p.text(),
  },
});
export class RefreshTokenEntity extends tokenSchema.class {}
tokenSchema.setClass(RefreshTokenEntity);

/** What an SSH server is known by since it was first reached. */
const hostKeySchema = defineEntity({
  name: 'HostKey',
  tableName: 'host_key',
  properties: {
    /** A dataset or a saved connection, by uid; the row outlives it by a moment. */
    owner: p.string().primary(),
    /** `host:port`. */
    address: p.text().primary(),
    /** SHA-256 in base64. */
    fingerprint: p.string().length(43),
  },
});
export class HostKeyEntity extends hostKeySchema.class {}
hostKeySchema.setClass(HostKeyEntity);

/** A sealed text by which a start with another key is known. */
const canarySchema = defineEntity({
  name: 'SecretsCanary',
  tableName: 'secrets_canary',
  properties: { uid: p.string().primary(), sealed: p.text() },
});
export class SecretsCanaryEntity extends canarySchema.class {}
canarySchema.setClass(SecretsCanaryEntity);
