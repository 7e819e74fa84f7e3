import { computed, relation } from '#api/reading/declare-fields.ts';
import { source, nodeId } from '#api/reading/declare-source.ts';
import type { ColumnExpression, TypeSource } from '#api/reading/type-source.ts';
import { toNodeId } from '#kernel/ids.ts';
import { sql, sqlName, sqlText } from '#kernel/sql.ts';
import { DatasetSecurityType, securityColumn, securityId, unionOfSecurities } from '#access/index.ts';
import { catalogDatasets, datasets, visibleWithDataset } from '#datasets/index.ts';
import { GroupRuleset, UserRuleset } from './ruleset.type.ts';

/**
 * The keys of rulesets in global identifiers. A key names the dataset and the grantee instead of the row, because restoring a version
 * inserts new rows. The key distinguishes users and groups, because the securities of both are objects of one type.
 */
const keyOfUserRuleset: ColumnExpression = (ruleset) =>
  sql`(${ruleset}.dataset_uid || '/user/' || ${ruleset}.username)`;
const keyOfGroupRuleset: ColumnExpression = (ruleset) =>
  sql`(${ruleset}.dataset_uid || '/group/' || ${ruleset}.group_uid)`;

/** The global identifier of a user's ruleset, with the same key as `keyOfUserRuleset`. */
export const userRulesetId = (datasetUid: string, username: string): string =>
  toNodeId('UserRuleset', `${datasetUid}/user/${username}`);
/** The global identifier of a group's ruleset, with the same key as `keyOfGroupRuleset`. */
export const groupRulesetId = (datasetUid: string, groupUid: string): string =>
  toNodeId('GroupRuleset', `${datasetUid}/group/${groupUid}`);

/** Whether a ruleset is the one of a key, of a dataset that the caller may read: `visible` alone would find those of any other. */
const isRulesetOf =
  (kind: 'user' | 'group', grantee: 'username' | 'group_uid'): NonNullable<TypeSource['isNode']> =>
  (ruleset, key, session) => sql`${ruleset}.dataset_uid = split_part(${key}, '/', 1)
    and split_part(${key}, '/', 2) = ${sqlText(`'${kind}'`)} and ${ruleset}.${sqlName(grantee)} = split_part(${key}, '/', 3)
    and ${visibleWithDataset(session, ruleset)}`;

/**
 * The rulesets of users, by username. Queries reach them only from a dataset that the caller may read or from the caller's own
 * change, so visibility is not checked again. A caller who removed their own rights therefore still sees the result of the change.
 */
export const userRulesets = source(UserRuleset, {
  table: 'ruleset',
  key: 'id',
  columns: {
    id: nodeId('UserRuleset', keyOfUserRuleset),
    user: (ruleset) => sql`jsonb_build_object('username', ${ruleset}.username)`,
    security: securityColumn('security', keyOfUserRuleset),
  },
  isNode: isRulesetOf('user', 'username'),
  order: { by: [{ column: 'username', type: 'text' }] },
  visible: (_session, ruleset) => sql`${ruleset}.username is not null`,
});

/** The rulesets of groups, by uid. Queries reach them in the same way as the rulesets of users. */
export const groupRulesets = source(GroupRuleset, {
  table: 'ruleset',
  key: 'id',
  columns: {
    id: nodeId('GroupRuleset', keyOfGroupRuleset),
    group: (ruleset) => sql`jsonb_build_object('uid', ${ruleset}.group_uid)`,
    security: securityColumn('security', keyOfGroupRuleset),
  },
  isNode: isRulesetOf('group', 'group_uid'),
  order: { by: [{ column: 'group_uid', type: 'text' }] },
  visible: (_session, ruleset) => sql`${ruleset}.group_uid is not null`,
});

const userRulesetRelation = { from: datasets, to: userRulesets, on: ['uid', 'dataset_uid'] } as const;
relation({
  ...userRulesetRelation,
  field: 'userRulesets',
  returns: 'page',
  description: 'The rulesets of users, by username.',
});
relation({
  ...userRulesetRelation,
  field: 'userRuleset',
  returns: 'byArgument',
  argumentColumn: 'username',
  argument: 'username',
  description: 'The ruleset of one user. Null when the user has no ruleset of their own.',
  argumentDescription: 'The name of the user.',
});

const groupRulesetRelation = { from: datasets, to: groupRulesets, on: ['uid', 'dataset_uid'] } as const;
relation({
  ...groupRulesetRelation,
  field: 'groupRulesets',
  returns: 'page',
  description: 'The rulesets of groups, by uid.',
});
relation({
  ...groupRulesetRelation,
  field: 'groupRuleset',
  returns: 'byArgument',
  argumentColumn: 'group_uid',
  description: 'The ruleset of one group. Null when the group has none.',
  argumentDescription: 'The uid of the group.',
});

computed({
  source: catalogDatasets,
  field: 'dataAccess',
  type: () => DatasetSecurityType,
  description:
    'The data that the caller may read: the union of their rulesets, direct and by groups, else the default security.',
  needs: ['uid', 'grantedSecurities'],
  value: ({ uid, grantedSecurities }) => ({
    id: securityId(`${uid}/granted`),
    ...unionOfSecurities(grantedSecurities),
  }),
});
