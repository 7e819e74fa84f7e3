import type { CatalogModule } from '#api/catalog-module.ts';
import { RulesetEntity } from './ruleset.entity.ts';

export {
  DatasetSecurityInput,
  DatasetSecurityType,
  fullAccess,
  securityColumn,
  securityId,
  QuotaUnit,
  type CallsQuota,
  type DatasetSecurity,
} from './dataset-security.ts';
export { parseSecurity } from './dataset-security.rules.ts';
export {
  datasetRights,
  findsAllPublished,
  grantsOneOf,
  hasPermission,
  permissionOfRight,
  maySeeIfPublished,
  withinLimit,
  withinScopes,
  readsAllDatasets,
  type DatasetRight,
} from './dataset-rights.ts';
export { datasetPaths, restrictedEntries } from './dataset-paths.ts';
export { requireConfigurationRight } from './require-configuration-right.ts';
export { findMissingGrantees } from './find-missing-grantees.ts';
export { formerGroupUid, formerUsername, GranteeInput, granteeOf, type NamedGrantee } from './grantee.inputs.ts';
export { writeRulesets } from './write-rulesets.ts';
export { parseRulesetGrant, type RulesetGrantInput } from './ruleset.rules.ts';
export { RulesetPermissionEnum } from './ruleset-permission.type.ts';
export { grantedSecurities } from './granted-securities.ts';
export { totalOfPublished } from './total-of-published.ts';
export { unionOfRecordFilters, unionOfSecurities } from './union-of-securities.ts';
export { isDataVisible, showsAllFields, visibleFields } from './visible-fields.ts';
export { RulesetEntity };

/** The rights on datasets, and which of their data is visible. */
export const accessModule: CatalogModule = { name: 'access', entities: [RulesetEntity], resolvers: [], sources: [] };
