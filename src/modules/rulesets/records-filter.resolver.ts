import { FieldResolver, Resolver, Root } from 'type-graphql';
import { JsonMap } from '#api/types/scalars.ts';
import { DatasetSecurityType } from '#access/index.ts';
import { CatalogDataset, Dataset } from '#datasets/index.ts';
import {
  dataAccessOfCatalogDataset,
  defaultRecordsFilterOfDataset,
  recordsFilterOfCatalogDataset,
  recordsFilterOfGroupRuleset,
  recordsFilterOfUserRuleset,
} from './ruleset.source.ts';
import { GroupRuleset, UserRuleset } from './ruleset.type.ts';

const parsedDescription =
  'parsed: a tree of objects by `kind`, `and`, `or`, `not`, `comparison`, `like`, `in`, `range`, `isNull`; null for all records. A filter that names a missing field matches no record.';

@Resolver(() => UserRuleset)
export class UserRulesetFilterResolver {
  @FieldResolver(() => JsonMap, { nullable: true, description: `The ruleset's filter query, ${parsedDescription}` })
  recordsFilter(@Root() ruleset: UserRuleset) {
    return recordsFilterOfUserRuleset(ruleset, {});
  }
}

@Resolver(() => GroupRuleset)
export class GroupRulesetFilterResolver {
  @FieldResolver(() => JsonMap, { nullable: true, description: `The ruleset's filter query, ${parsedDescription}` })
  recordsFilter(@Root() ruleset: GroupRuleset) {
    return recordsFilterOfGroupRuleset(ruleset, {});
  }
}

@Resolver(() => Dataset)
export class DefaultFilterResolver {
  @FieldResolver(() => JsonMap, {
    nullable: true,
    description: `The filter query of \`defaultSecurity\`, ${parsedDescription}`,
  })
  defaultRecordsFilter(@Root() dataset: Dataset) {
    return defaultRecordsFilterOfDataset(dataset, {});
  }
}

@Resolver(() => CatalogDataset)
export class DataAccessResolver {
  @FieldResolver(() => DatasetSecurityType, {
    description:
      'The data that the caller may read: the union of their rulesets, direct and through groups, or else the default security.',
  })
  dataAccess(@Root() dataset: CatalogDataset) {
    return dataAccessOfCatalogDataset(dataset, {});
  }

  @FieldResolver(() => JsonMap, {
    nullable: true,
    description: `The filter of the records that the caller may read, ${parsedDescription}`,
  })
  recordsFilter(@Root() dataset: CatalogDataset) {
    return recordsFilterOfCatalogDataset(dataset, {});
  }
}
