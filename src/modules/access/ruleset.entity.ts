import { defineEntity, p } from '@mikro-orm/core';
import type { RulesetPermission } from '../../api/session/permissions.ts';
import { GroupEntity, UserEntity } from '../identity/index.ts';
import type { DatasetSecurity } from './dataset-security.ts';

/**
 * The rights and the security of a user or a group on one dataset. `datasetUid` has no foreign key, because this module does
 * not know datasets; rulesets are written and deleted only under the lock of their dataset.
 */
const schema = defineEntity({
  name: 'Ruleset',
  tableName: 'ruleset',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    datasetUid: p.string(),
    user: () => p.manyToOne(UserEntity).joinColumn('username').nullable().deleteRule('cascade').index(),
    group: () => p.manyToOne(GroupEntity).joinColumn('group_uid').nullable().deleteRule('cascade').index(),
    permissions: p.array().$type<RulesetPermission[]>().columnType('text[]').defaultRaw(`'{}'`),
    security: p.json<DatasetSecurity>(),
  },
  uniques: [{ properties: ['datasetUid', 'user'] }, { properties: ['datasetUid', 'group'] }],
  checks: [{ name: 'ruleset_names_one_grantee', expression: 'num_nonnulls(username, group_uid) = 1' }],
});
export class RulesetEntity extends schema.class {}
schema.setClass(RulesetEntity);
