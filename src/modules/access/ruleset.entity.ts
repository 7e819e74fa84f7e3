import { defineEntity, p } from '@mikro-orm/core';
import type { RulesetPermission } from '#api/session.ts';
import { GroupEntity, UserEntity } from '#identity/index.ts';
import type { DatasetSecurity } from './dataset-security.ts';

/** An index from which lists read the datasets of a grantee in the order of their creation. */
const index = (name: string, grantee: 'username' | 'group_uid', condition: string) => ({
  name,
  expression: `create index "${name}" on "ruleset" ("${grantee}", "dataset_created_at", "dataset_uid")
    where "${grantee}" is not null and ${condition}`,
});

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
    /** Copies of the dataset that triggers maintain: when it was created, and whether it is published and restricted. */
    datasetCreatedAt: p.datetime().nullable(),
    isRestrictedEntry: p.boolean().nullable(),
  },
  indexes: (['username', 'group_uid'] as const).flatMap((grantee) => [
    index(`ruleset_${grantee}_reading_index`, grantee, `"permissions" && '{edit_dataset,publish_dataset}'`),
    index(`ruleset_${grantee}_restricted_entry_index`, grantee, '"is_restricted_entry"'),
  ]),
  uniques: [{ properties: ['datasetUid', 'user'] }, { properties: ['datasetUid', 'group'] }],
  checks: [{ name: 'ruleset_names_one_grantee', expression: 'num_nonnulls(username, group_uid) = 1' }],
});
export class RulesetEntity extends schema.class {}
schema.setClass(RulesetEntity);
