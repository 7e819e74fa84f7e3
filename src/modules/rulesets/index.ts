import type { CatalogModule } from '#api/catalog-module.ts';
import {
  DataAccessResolver,
  DefaultFilterResolver,
  EffectiveAccessResolver,
  GroupRulesetFilterResolver,
  GroupRulesetResolver,
  UserRulesetFilterResolver,
  UserRulesetResolver,
} from './ruleset.resolver.ts';

/** The rulesets of users and groups on datasets. The module `access` owns the rows. `node(id)` does not find rulesets: they are reached only through their dataset. */
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
