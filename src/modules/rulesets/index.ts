import type { CatalogModule } from '#api/catalog-module.ts';
import { EffectiveAccessResolver, GroupRulesetResolver, UserRulesetResolver } from './ruleset.resolver.ts';
import { groupRulesets, userRulesets } from './ruleset.source.ts';

/** The rulesets of users and groups on datasets. The module `access` owns the rows. */
export const rulesetsModule: CatalogModule = {
  name: 'rulesets',
  entities: [],
  resolvers: [UserRulesetResolver, GroupRulesetResolver, EffectiveAccessResolver],
  sources: [userRulesets, groupRulesets],
};
