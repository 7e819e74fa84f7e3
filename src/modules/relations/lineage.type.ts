import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { RelationType } from './asset-relation.entity.ts';
import { relationTypeEnum } from './assets/asset.type.ts';

enum LineageDirection {
  uses = 'uses',
  sources = 'sources',
}
registerEnumType(LineageDirection, {
  name: 'LineageDirection',
  description: 'Where a lineage leads.',
  valuesConfig: {
    uses: { description: 'To what uses an asset, and so on.' },
    sources: { description: 'To what an asset uses, and so on.' },
  },
});

/** How far a lineage leads. */
@ArgsType()
export class LineageArgs {
  @Field(() => LineageDirection, { description: 'To what uses it, or to what it uses.' })
  direction!: `${LineageDirection}`;

  @Field(() => Int, { defaultValue: 3, description: 'How many hops at most, 1 to 20.' })
  depth!: number;

  @Field(() => Int, { defaultValue: 100, description: 'How many assets at most, 1 to 1000; the nearest are kept.' })
  limit!: number;
}

@ObjectType({
  description:
    'An asset that a lineage leads to, and the shortest way there. Every asset comes once, whatever ways and circles there are.',
})
export class LineageHop {
  @Field(() => Int, { description: 'How many hops away it is, from 1.' })
  depth!: number;

  @Field(() => ID, {
    description:
      'The uid of the asset that is one hop nearer: of several the first by uid, which may be where the lineage starts.',
  })
  viaUid!: string;

  @Field(() => relationTypeEnum, { description: 'How the two are related; of several ways the first by name.' })
  relationType!: RelationType;
}

@ObjectType({ description: 'What an asset leads to over several hops, as far as you see every asset on the way.' })
export class Lineage {
  @Field(() => [LineageHop], { description: 'By depth, then uid; not where it starts.' })
  hops!: LineageHop[];

  @Field(() => Boolean, { description: 'Whether `limit` left assets out that are not further than `depth`.' })
  truncated!: boolean;
}
