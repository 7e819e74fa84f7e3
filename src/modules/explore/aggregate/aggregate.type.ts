import { ArgsType, Directive, Field, Int, ObjectType } from 'type-graphql';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonText } from '#kernel/json.ts';
import { AggregateOrder, GroupInput, MeasureInput } from '../inputs/aggregate.inputs.ts';
import { RecordSelectionArgs } from '../records/records.inputs.ts';

@ObjectType({ description: 'Values that are computed from groups of records.' })
export class Aggregate {
  @Directive('@cost(weight: "0.01")')
  @Field(() => [JsonMap], {
    description: 'The groups, each with its keys and measures by name. Without keys, all records form one group.',
  })
  groups!: readonly JsonText[];

  @Field(() => Boolean, { description: 'Whether more groups follow.' })
  hasMore!: boolean;
}

/** The arguments of `aggregate`: the records, the keys of their groups and the measures. */
@ArgsType()
export class AggregateArgs extends RecordSelectionArgs {
  @Field(() => [GroupInput], {
    nullable: true,
    description: 'The keys of the groups, at most 20. Without keys all records are one group.',
  })
  by?: GroupInput[] | null;

  @Field(() => [MeasureInput], { description: 'What is computed for each group, at most 100 values.' })
  measures!: MeasureInput[];

  @Field(() => [AggregateOrder], {
    nullable: true,
    description: 'The keys of the order. Default: by the keys of the groups.',
  })
  orderBy?: AggregateOrder[] | null;

  @Field(() => Int, { defaultValue: 100, description: 'The maximum number of groups, 0 to 20000.' })
  first!: number;

  @Field(() => Int, {
    defaultValue: 0,
    description: 'The number of groups to skip; together with `first` at most 20000.',
  })
  offset!: number;
}
