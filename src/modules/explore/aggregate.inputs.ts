import { ArgsType, Directive, Field, Float, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { OrderDirection } from '#api/types/order-direction.ts';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonText } from '#kernel/json.ts';
import { RecordSelectionArgs } from './records.inputs.ts';
import type { IntervalUnit } from '#engine/odsql/tree.ts';

/** The units of intervals as the graph's enum. */
const intervalUnits: { readonly [Unit in IntervalUnit]: Unit } = {
  millisecond: 'millisecond',
  second: 'second',
  minute: 'minute',
  hour: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
};
registerEnumType(intervalUnits, {
  name: 'IntervalUnit',
  description: 'A unit of time.',
  valuesConfig: {
    millisecond: { description: 'A thousandth of a second.' },
    second: { description: 'A second.' },
    minute: { description: 'A minute.' },
    hour: { description: 'An hour.' },
    day: { description: 'A day of the time zone.' },
    week: { description: 'A week, from Monday on.' },
    month: { description: 'A month.' },
    quarter: { description: 'A quarter of a year.' },
    year: { description: 'A year.' },
  },
});

/** The parts of a date that group records. */
enum DatePart {
  year = 'year',
  month = 'month',
  day = 'day',
  hour = 'hour',
  minute = 'minute',
  second = 'second',
}
registerEnumType(DatePart, {
  name: 'DatePart',
  description: 'A part of a date, a whole number.',
  valuesConfig: {
    year: { description: 'The year.' },
    month: { description: 'The month, 1 to 12.' },
    day: { description: 'The day of the month, 1 to 31.' },
    hour: { description: 'The hour, 0 to 23.' },
    minute: { description: 'The minute, 0 to 59.' },
    second: { description: 'The second, 0 to 59.' },
  },
});

/** The functions of measures. */
enum MeasureFunction {
  count = 'count',
  count_distinct = 'count_distinct',
  sum = 'sum',
  avg = 'avg',
  min = 'min',
  max = 'max',
  median = 'median',
  percentile = 'percentile',
  envelope = 'envelope',
  bbox = 'bbox',
}
registerEnumType(MeasureFunction, {
  name: 'MeasureFunction',
  description: 'What is computed from the records of a group. Null values are left out.',
  valuesConfig: {
    count: { description: 'The number of records; with a field, the number of records that have a value in it.' },
    count_distinct: { description: 'The number of different values.' },
    sum: { description: 'The sum of numbers.' },
    avg: { description: 'The mean of numbers.' },
    min: { description: 'The smallest number or the earliest date.' },
    max: { description: 'The largest number or the latest date.' },
    median: { description: 'The median of numbers, interpolated.' },
    percentile: { description: 'A percentile of numbers, interpolated.' },
    envelope: { description: 'The convex hull of points.' },
    bbox: { description: 'The bounding box of points or shapes.' },
  },
});

@InputType({ description: 'A span of time, such as 15 minutes.' })
class IntervalInput {
  @Field(() => Int, { defaultValue: 1, description: 'The number of units; only 1 for weeks and longer units.' })
  count!: number;

  @Field(() => intervalUnits, { description: 'The unit.' })
  unit!: IntervalUnit;
}

@InputType({ description: 'Groups points that are close together on a map.' })
class ClusterInput {
  @Field(() => Int, { description: 'The zoom level of the map, 0 to 25.' })
  zoom!: number;

  @Field(() => Float, { defaultValue: 40, description: 'The radius of a cluster, in pixels of tiles of 256 pixels.' })
  radius!: number;
}

@InputType({
  description:
    "A key that groups records by a field's values, or with one further member by parts, intervals, ranges or clusters of them.",
})
export class GroupInput {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => DatePart, { nullable: true, description: 'Groups dates by this part, such as the year.' })
  part?: `${DatePart}` | null;

  @Field(() => IntervalInput, { nullable: true, description: 'Groups dates by intervals of this length.' })
  interval?: IntervalInput | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Groups numbers by ranges of this width, above 0, in the unit of the field.',
  })
  width?: number | null;

  @Field(() => [Float], {
    nullable: true,
    description: 'Groups numbers by the ranges between these ascending bounds, 2 to 100.',
  })
  steps?: number[] | null;

  @Field(() => ClusterInput, { nullable: true, description: 'Groups points by clusters on a map.' })
  cluster?: ClusterInput | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the key. Default: as ODSQL writes it, such as `year(date)`.',
  })
  as?: string | null;
}

@InputType({ description: 'A value that is computed for each group.' })
export class MeasureInput {
  @Field(() => MeasureFunction, { description: 'What is computed.' })
  function!: `${MeasureFunction}`;

  @Field(() => String, { nullable: true, description: 'The name of the field. Without one, `count` counts records.' })
  field?: string | null;

  @Field(() => Float, {
    nullable: true,
    description: 'The percentile to compute, 0 to 100; only with the function `percentile`.',
  })
  percent?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the value. Default: as in ODSQL, such as `sum(price)`.',
  })
  as?: string | null;
}

@InputType({ description: 'A key of the order of groups. Null comes last, in both directions.' })
export class AggregateOrder {
  @Field(() => String, { description: 'The name of a key or of a measure.' })
  field!: string;

  @Field(() => OrderDirection, { defaultValue: OrderDirection.ASC, description: 'Which value comes first.' })
  direction!: `${OrderDirection}`;
}

@ObjectType({ description: 'Values that are computed from groups of records.' })
export class Aggregate {
  @Directive('@cost(weight: "0.01")')
  @Field(() => [JsonMap], {
    description: 'The groups with their keys and measures by name; without keys, all records are one group.',
  })
  groups!: readonly JsonText[];

  @Field(() => Boolean, { description: 'Whether more groups follow.' })
  hasMore!: boolean;
}

/** The number of groups that a request without `first` receives. */
export const defaultGroups = 100;

/** The arguments of `aggregate`: the records, the keys of their groups and the measures. */
@ArgsType()
export class AggregateArgs extends RecordSelectionArgs {
  @Field(() => [GroupInput], {
    nullable: true,
    description: 'The keys of the groups, at most 20; without any, all records are one.',
  })
  by?: GroupInput[] | null;

  @Field(() => [MeasureInput], { description: 'What is computed for each group, at most 100 values.' })
  measures!: MeasureInput[];

  @Field(() => [AggregateOrder], {
    nullable: true,
    description: 'The keys of the order. Default: by the keys of the groups.',
  })
  orderBy?: AggregateOrder[] | null;

  @Field(() => Int, { nullable: true, defaultValue: defaultGroups, description: 'How many groups, 0 to 20000.' })
  first?: number | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 0,
    description: 'How many groups to skip; together with `first` at most 20000.',
  })
  offset?: number | null;
}
