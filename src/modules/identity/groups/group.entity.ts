import { defineEntity, p } from '@mikro-orm/core';
import type { Permission } from '#api/session/permissions.ts';
import { IdentityProviderEntity } from '../providers/identity-provider.entity.ts';
import { UserEntity } from '../users/user.entity.ts';

/** A group of users who have the same rights, identified by a slug such as `content_designers`. */
const groupSchema = defineEntity({
  name: 'Group',
  tableName: 'user_group',
  properties: {
    uid: p.string().primary(),
    title: p.text(),
    permissions: p.array().$type<Permission[]>().columnType('text[]').defaultRaw(`'{}'`),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
export class GroupEntity extends groupSchema.class {}
groupSchema.setClass(GroupEntity);

/** The membership of a user in a group. */
const membershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'membership',
  properties: {
    user: () => p.manyToOne(UserEntity).primary().joinColumn('username').deleteRule('cascade'),
    group: () => p.manyToOne(GroupEntity).primary().joinColumn('group_uid').deleteRule('cascade').index(),
    /** The provider whose token named the group, and whose next token may end the membership; null for one that an administrator gave. */
    provider: () =>
      p.manyToOne(IdentityProviderEntity).joinColumn('provider_uid').deleteRule('cascade').nullable().index(),
  },
});
export class MembershipEntity extends membershipSchema.class {}
membershipSchema.setClass(MembershipEntity);
