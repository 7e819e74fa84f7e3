import { defineEntity, p } from '@mikro-orm/core';
import type { Permission } from '#api/session/permissions.ts';
import { UserEntity } from '../users/user.entity.ts';

/** An API key of a user. Only the SHA-256 of its text is stored. */
const schema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    uid: p.string().primary(),
    label: p.text().default(''),
    owner: () => p.manyToOne(UserEntity).joinColumn('username').deleteRule('cascade').index(),
    hash: p.string().length(64).unique(),
    /** The scopes of the key; null for all rights of its owner. */
    permissions: p.array().$type<Permission[]>().columnType('text[]').nullable(),
    /** Whether the key changes nothing. */
    isReadOnly: p.boolean().default(false),
    /** The uids of the datasets that the key is limited to, which may have been deleted; null for a key without this limit. */
    datasets: p.array().columnType('text[]').nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});
export class ApiKeyEntity extends schema.class {}
schema.setClass(ApiKeyEntity);
