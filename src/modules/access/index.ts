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
export { parseSecurity } from './dataset-security.ts';
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
export { datasetPaths, restrictedEntries } from './dataset-rights.ts';
export { requireConfigurationRight } from './dataset-rights.ts';
export { findMissingGrantees } from './write-rulesets.ts';
export { formerGroupUid, formerUsername, GranteeInput, granteeOf, type NamedGrantee } from './grantee.inputs.ts';
export { writeRulesets } from './write-rulesets.ts';
export { parseRulesetGrant, type RulesetGrantInput } from './write-rulesets.ts';
export { RulesetPermissionEnum } from './ruleset-permission.type.ts';
export { grantedSecurities } from './dataset-security.ts';
export { totalOfPublished } from './dataset-rights.ts';
export { unionOfRecordFilters, unionOfSecurities } from './dataset-security.ts';
export { isDataVisible, showsAllFields, visibleFields } from './dataset-security.ts';
export { RulesetEntity };

/** The rights on datasets, and which of their data is visible. */
export const accessModule: CatalogModule = { name: 'access', entities: [RulesetEntity], resolvers: [], sources: [] };
