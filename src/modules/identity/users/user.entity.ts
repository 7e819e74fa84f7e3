import { defineEntity, p } from '@mikro-orm/core';
import type { Permission } from '#api/session/permissions.ts';

/** A person or a program that uses API keys. */
const schema = defineEntity({
  name: 'User',
  tableName: 'user_account',
  properties: {
    username: p.string().primary(),
    permissions: p.array().$type<Permission[]>().columnType('text[]').defaultRaw(`'{}'`),
    isActive: p.boolean().default(true),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
export class UserEntity extends schema.class {}
schema.setClass(UserEntity);
