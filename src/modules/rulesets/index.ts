import type { CatalogModule } from '#api/catalog-module.ts';
import { EffectiveAccessResolver, GroupRulesetResolver, UserRulesetResolver } from './ruleset.resolver.ts';

/** The rulesets of users and groups on datasets. The module `access` owns the rows. `node(id)` does not find rulesets: they are reached only through their dataset. */
export const rulesetsModule: CatalogModule = {
  name: 'rulesets',
  entities: [],
  resolvers: [UserRulesetResolver, GroupRulesetResolver, EffectiveAccessResolver],
  sources: [],
};
