import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { RelationType } from './asset-relation.entity.ts';
import { relationTypeEnum } from './assets/asset.type.ts';

enum LineageDirection {
  uses = 'uses',
  sources = 'sources',
}
registerEnumType(LineageDirection, {
  name: 'LineageDirection',
  description: 'The direction of a lineage.',
  valuesConfig: {
    uses: { description: 'To the assets that use an asset, transitively.' },
    sources: { description: 'To the assets that an asset uses, transitively.' },
  },
});

/** The arguments that bound a lineage. */
@ArgsType()
export class LineageArgs {
  @Field(() => LineageDirection, {
    description: 'Whether the lineage leads to the assets that use this asset, or to the assets that it uses.',
  })
  direction!: `${LineageDirection}`;

  @Field(() => Int, { defaultValue: 3, description: 'The maximum number of hops, 1 to 20.' })
  depth!: number;

  @Field(() => Int, {
    defaultValue: 100,
    description: 'The maximum number of assets, 1 to 1000; the nearest come first.',
  })
  limit!: number;
}

@ObjectType({
  description:
    'An asset in a lineage, with the shortest path to it. Each asset occurs once, even when several paths or cycles lead to it.',
})
export class LineageHop {
  @Field(() => Int, { description: 'The number of hops from the start, at least 1.' })
  depth!: number;

  @Field(() => ID, {
    description:
      'The uid of the previous asset on the path, which may be the start; the first by uid when there are several.',
  })
  viaUid!: string;

  @Field(() => relationTypeEnum, { description: 'The type of the relation; the first by name when there are several.' })
  relationType!: RelationType;
}

@ObjectType({
  description:
    'The assets that are transitively related to an asset, as far as every asset on the path is visible to you.',
})
export class Lineage {
  @Field(() => [LineageHop], { description: 'By depth, then uid; without the asset at which the lineage starts.' })
  hops!: LineageHop[];

  @Field(() => Boolean, { description: 'Whether `limit` omitted assets within `depth`.' })
  truncated!: boolean;
}
