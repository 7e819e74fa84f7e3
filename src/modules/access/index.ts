import type { CatalogModule } from '../../api/catalog-module.ts';
import { RulesetEntity } from './ruleset.entity.ts';

export {
  DatasetSecurityInput,
  DatasetSecurityType,
  openSecurity,
  securityColumn,
  securityId,
  type DatasetSecurity,
} from './dataset-security.ts';
export { readSecurity } from './dataset-security.rules.ts';
export { datasetRights, holds, permissionOfRight, type DatasetRight } from './dataset-rights.ts';
export { requireConfiguring } from './require-configuring.ts';
export { missingHolders } from './missing-holders.ts';
export { removeRulesets } from './remove-rulesets.ts';
export { readContent, type RulesetContentInput } from './ruleset.rules.ts';
export { RulesetPermissionEnum } from './ruleset-permission.type.ts';
export { grantedSecurities } from './granted-securities.ts';
export { recordFilter } from './record-filter.ts';
export { unionOfRecords, unionOfSecurities } from './union-of-securities.ts';
export { dataVisible, visibleFields } from './visible-fields.ts';
export { writeRulesets } from './write-rulesets.ts';
export { RulesetEntity };

/** Who may reach a dataset, and how much of it. */
export const accessModule: CatalogModule = { name: 'access', entities: [RulesetEntity], resolvers: [], sources: [] };
