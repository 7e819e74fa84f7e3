import type { CatalogModule } from '#api/catalog-module.ts';
import { RulesetEntity } from './ruleset.entity.ts';

export {
  type CallsQuota,
  type DatasetSecurity,
  DatasetSecurityInput,
  DatasetSecurityType,
  fullAccess,
  grantedSecurities,
  isDataVisible,
  parseSecurity,
  QuotaUnit,
  securityColumn,
  securityId,
  showsAllFields,
  unionOfRecordFilters,
  unionOfSecurities,
  visibleFields,
} from './dataset-security.ts';
export {
  datasetPaths,
  type DatasetRight,
  datasetRights,
  findsAllPublished,
  grantsOneOf,
  hasPermission,
  maySeeIfPublished,
  permissionOfRight,
  readsAllDatasets,
  requireConfigurationRight,
  restrictedEntries,
  totalOfPublished,
  withinLimit,
  withinScopes,
} from './dataset-rights.ts';
export { findMissingGrantees, parseRulesetGrant, type RulesetGrantInput, writeRulesets } from './write-rulesets.ts';
export { GranteeInput, namedGrantee, type NamedGrantee } from './grantee.inputs.ts';
export { RelatedGroupInput, RelatedUserInput } from '#identity/index.ts';
export { failAtGrantee, type Grantee, isGrantee, keyOfGrantee, unknownGrantee } from './grantee.ts';
export { RulesetPermissionEnum } from './ruleset-permission.type.ts';
export { RulesetEntity };

/** The rights on datasets, and which of their data is visible. */
export const accessModule: CatalogModule = { name: 'access', entities: [RulesetEntity], resolvers: [], sources: [] };
