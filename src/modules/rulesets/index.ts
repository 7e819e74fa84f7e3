import type { CatalogModule } from '../../api/catalog-module.ts';
import { EffectiveAccessResolver } from './effective-access.resolver.ts';
import { GroupRulesetResolver } from './group-ruleset.resolver.ts';
import {
  DataAccessResolver,
  DefaultFilterResolver,
  GroupRulesetFilterResolver,
  UserRulesetFilterResolver,
} from './records-filter.resolver.ts';
import { UserRulesetResolver } from './user-ruleset.resolver.ts';

/** What users and groups get on single datasets. The rows belong to access; a node of the graph they are not, for only their dataset names them. */
export const rulesetsModule: CatalogModule = {
  name: 'rulesets',
  entities: [],
  resolvers: [
    UserRulesetResolver,
    GroupRulesetResolver,
    UserRulesetFilterResolver,
    GroupRulesetFilterResolver,
    DefaultFilterResolver,
    DataAccessResolver,
    EffectiveAccessResolver,
  ],
  sources: [],
};
