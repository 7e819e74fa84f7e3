import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import type { Filter } from '../../engine/filter-query/filter.ts';
import { partIdDescription } from '../../api/node/node.type.ts';
import type { Permission, RulesetPermission } from '../../api/permissions.ts';
import { JsonMap } from '../../api/types/scalars.ts';
import { DatasetSecurityType, RulesetPermissionEnum } from '../access/index.ts';
import { PermissionEnum, RelatedUser } from '../identity/index.ts';

export enum AccessSource {
  creator = 'creator',
  domain = 'domain',
  ruleset = 'ruleset',
  default_security = 'default_security',
}
registerEnumType(AccessSource, {
  name: 'AccessSource',
  description: "Where somebody's access to a dataset comes from.",
  valuesConfig: {
    creator: { description: 'The user created the dataset.' },
    domain: { description: 'A right for the whole domain.' },
    ruleset: { description: 'A ruleset on the dataset.' },
    default_security: {
      description:
        "The dataset's default security, which holds for who has no ruleset while the dataset is not restricted.",
    },
  },
});

@ObjectType({ description: 'One reason why somebody has access to a dataset, and what it gives by itself.' })
export class AccessGrant {
  @Field(() => ID, { description: partIdDescription })
  id!: string;

  @Field(() => AccessSource, { description: 'What gives it.' })
  source!: `${AccessSource}`;

  @Field(() => ID, { nullable: true, description: 'The uid of the group through which; null where it is direct.' })
  groupUid!: string | null;

  @Field(() => [PermissionEnum], {
    description: 'The rights that it gives and that mean something on a dataset; `administer` stands for all.',
  })
  permissions!: readonly Permission[];

  @Field(() => DatasetSecurityType, {
    nullable: true,
    description:
      'What it shows of the data, everything where it lets edit or publish the dataset; null when it is about rights alone.',
  })
  dataAccess!: DatasetSecurityType | null;
}

@ObjectType({
  description:
    "What one person gets of a dataset with a key of all their rights, and why. An inactive user gets nothing. Of another user, a caller without `manage_dataset` for the whole domain sees what the dataset's own security gives an active user: as its creator, by its rulesets and by default.",
})
export class EffectiveAccess {
  @Field(() => ID, { description: partIdDescription })
  id!: string;

  @Field(() => RelatedUser, { description: 'Who.' })
  user!: RelatedUser;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the user's keys work; null for a caller who sees only what the dataset's own security gives.",
  })
  isActive!: boolean | null;

  @Field(() => Boolean, {
    description: 'Whether they find the dataset in the catalog now; never while it is not published.',
  })
  isInCatalog!: boolean;

  @Field(() => DatasetSecurityType, { description: 'What they get of the data: the union of the grants.' })
  dataAccess!: DatasetSecurityType;

  @Field(() => JsonMap, {
    nullable: true,
    description: 'Which records they get while the data is visible to them, as a parsed filter query; null for all.',
  })
  recordsFilter!: Filter | null;

  @Field(() => [RulesetPermissionEnum], { description: 'The rights on the dataset that they can use.' })
  permissions!: readonly RulesetPermission[];

  @Field(() => [AccessGrant], {
    description:
      'Where it comes from: as creator, domain-wide, by rulesets, by default; of each the direct one first, then groups by uid.',
  })
  grants!: readonly AccessGrant[];
}
