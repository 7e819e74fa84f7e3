import { computed } from '../../api/reading/computed.ts';
import { relation } from '../../api/reading/relation.ts';
import { source } from '../../api/reading/source.ts';
import { parseFilterQuery } from '../../engine/filter-query/parse-filter-query.ts';
import { sql } from '../../kernel/sql.ts';
import { unionOfRecords, unionOfSecurities } from '../access/index.ts';
import { catalogDatasets, datasets } from '../datasets/index.ts';
import type { GroupRuleset, UserRuleset } from './ruleset.type.ts';

/**
 * The rulesets of users, by username. Only a dataset that the caller may read leads here, or a change that they made:
 * so nobody asks again, and who took their own rights away still sees what they wrote.
 */
export const userRulesets = source<UserRuleset>({
  type: 'UserRuleset',
  table: 'ruleset',
  key: 'id',
  columns: {
    user: (ruleset) => sql`jsonb_build_object('username', ${ruleset}.username)`,
    permissions: 'permissions',
    security: 'security',
  },
  order: { by: [{ column: 'username', type: 'text' }] },
  visible: (_session, ruleset) => sql`${ruleset}.username is not null`,
});

/** The rulesets of groups, by uid; reached like those of users. */
export const groupRulesets = source<GroupRuleset>({
  type: 'GroupRuleset',
  table: 'ruleset',
  key: 'id',
  columns: {
    group: (ruleset) => sql`jsonb_build_object('uid', ${ruleset}.group_uid)`,
    permissions: 'permissions',
    security: 'security',
  },
  order: { by: [{ column: 'group_uid', type: 'text' }] },
  visible: (_session, ruleset) => sql`${ruleset}.group_uid is not null`,
});

const usersOf = { from: datasets, to: userRulesets, on: ['uid', 'dataset_uid'] } as const;
export const userRulesetsOfDataset = relation({ ...usersOf, field: 'userRulesets', finds: 'page' });
export const userRulesetOfDataset = relation({
  ...usersOf,
  field: 'userRuleset',
  finds: 'named',
  namedBy: 'username',
  argument: 'username',
});

const groupsOf = { from: datasets, to: groupRulesets, on: ['uid', 'dataset_uid'] } as const;
export const groupRulesetsOfDataset = relation({ ...groupsOf, field: 'groupRulesets', finds: 'page' });
export const groupRulesetOfDataset = relation({
  ...groupsOf,
  field: 'groupRuleset',
  finds: 'named',
  namedBy: 'group_uid',
});

export const recordsFilterOfUserRuleset = computed({
  of: userRulesets,
  field: 'recordsFilter',
  needs: ['security'],
  value: ({ security }) => parseFilterQuery(security.filterQuery),
});
export const recordsFilterOfGroupRuleset = computed({
  of: groupRulesets,
  field: 'recordsFilter',
  needs: ['security'],
  value: ({ security }) => parseFilterQuery(security.filterQuery),
});
export const defaultRecordsFilterOfDataset = computed({
  of: datasets,
  field: 'defaultRecordsFilter',
  needs: ['defaultSecurity'],
  value: ({ defaultSecurity }) => parseFilterQuery(defaultSecurity.filterQuery),
});

export const dataAccessOfCatalogDataset = computed({
  of: catalogDatasets,
  field: 'dataAccess',
  needs: ['grantedSecurities'],
  value: ({ grantedSecurities }) => unionOfSecurities(grantedSecurities),
});
export const recordsFilterOfCatalogDataset = computed({
  of: catalogDatasets,
  field: 'recordsFilter',
  needs: ['grantedSecurities'],
  value: ({ grantedSecurities }) => unionOfRecords(grantedSecurities),
});
