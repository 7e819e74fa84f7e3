import { ArgsType, Field, Float, ID, InputType, Int } from 'type-graphql';
import type { Language } from '#engine/odsql/scope.ts';
import { BoxInput } from '#api/types/box.inputs.ts';
import { queryLanguages, RefineInput } from '#api/types/odsql.inputs.ts';
import { OrderDirection } from '#api/types/order-direction.ts';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';

@InputType({
  description:
    'A condition on a text field; several members must all hold, and of several values one must match. Null never matches.',
})
export class TextCondition {
  @Field(() => String, { nullable: true, description: 'The whole value; case and accents matter.' })
  equals?: string | null;

  @Field(() => String, { nullable: true, description: 'Any value other than this one.' })
  notEquals?: string | null;

  @Field(() => [String], { nullable: true, description: 'One of these values, 1,000 at most.' })
  in?: string[] | null;

  @Field(() => String, { nullable: true, description: 'The beginning of the value; case and accents matter.' })
  startsWith?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Words that the value contains, in any order; case and accents do not matter, `word*` is a prefix.',
  })
  like?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Words that the value contains, with at most one or two wrong letters in each; the last is a prefix.',
  })
  search?: string | null;

  @Field(() => String, { nullable: true, description: 'Prefixes of words that the value must contain.' })
  suggest?: string | null;
}

@InputType({ description: 'A condition on a number field; several members must all hold. Null never matches.' })
export class NumberCondition {
  @Field(() => Float, { nullable: true, description: 'This number.' })
  equals?: number | null;

  @Field(() => Float, { nullable: true, description: 'Another number.' })
  notEquals?: number | null;

  @Field(() => [Float], { nullable: true, description: 'One of these numbers, 1,000 at most.' })
  in?: number[] | null;

  @Field(() => Float, { nullable: true, description: 'A smaller number.' })
  lessThan?: number | null;

  @Field(() => Float, { nullable: true, description: 'This number or a smaller one.' })
  atMost?: number | null;

  @Field(() => Float, { nullable: true, description: 'A larger number.' })
  greaterThan?: number | null;

  @Field(() => Float, { nullable: true, description: 'This number or a larger one.' })
  atLeast?: number | null;
}

@InputType({
  description:
    'A condition on a date or datetime field; several members must all hold. A date is a span of time in ISO 8601: `2024`, `2024-02`, `2024-02-29`, `2024-02-29T12:00:00Z`. Null never matches.',
})
export class DateCondition {
  @Field(() => String, { nullable: true, description: 'Within this span.' })
  equals?: string | null;

  @Field(() => String, { nullable: true, description: 'Outside of this span.' })
  notEquals?: string | null;

  @Field(() => String, { nullable: true, description: 'Before this span.' })
  before?: string | null;

  @Field(() => String, { nullable: true, description: 'Within or before this span.' })
  notAfter?: string | null;

  @Field(() => String, { nullable: true, description: 'After this span.' })
  after?: string | null;

  @Field(() => String, { nullable: true, description: 'Within or after this span.' })
  notBefore?: string | null;
}

@InputType({ description: 'A point on the earth, in degrees (WGS 84).' })
class GeoPointInput {
  @Field(() => Float, { description: 'The longitude, -180 to 180 degrees.' })
  lon!: number;

  @Field(() => Float, { description: 'The latitude, -90 to 90 degrees.' })
  lat!: number;
}

@InputType({ description: 'A circle on the earth.' })
class CircleInput {
  @Field(() => GeoPointInput, { description: 'The centre of the circle.' })
  center!: GeoPointInput;

  @Field(() => Float, { description: 'The radius in metres, at least 0.' })
  radius!: number;
}

@InputType({ description: 'A condition on a geo field; several members must all hold. Null never matches.' })
export class GeoCondition {
  @Field(() => CircleInput, { nullable: true, description: 'A point within the circle, or a shape that touches it.' })
  withinDistance?: CircleInput | null;

  @Field(() => BoxInput, { nullable: true, description: 'Within the box, borders included.' })
  inBox?: BoxInput | null;

  @Field(() => JsonMap, { nullable: true, description: 'Shares a point with this GeoJSON geometry (RFC 7946).' })
  intersects?: JsonObject | null;

  @Field(() => JsonMap, { nullable: true, description: 'Shares no point with this GeoJSON geometry.' })
  disjoint?: JsonObject | null;

  @Field(() => JsonMap, { nullable: true, description: 'Lies in this GeoJSON geometry.' })
  within?: JsonObject | null;
}

@InputType({
  description:
    'A combination (`all`, `any` or `none`), a field with one condition, or `matches` alone. At most 20 levels and 1,000 conditions.',
})
export class RecordFilter {
  @Field(() => [RecordFilter], { nullable: true, description: 'Records that match all of these filters.' })
  all?: RecordFilter[] | null;

  @Field(() => [RecordFilter], { nullable: true, description: 'Records that match at least one of these filters.' })
  any?: RecordFilter[] | null;

  @Field(() => [RecordFilter], {
    nullable: true,
    description: 'Matches none of these filters, also without a value.',
  })
  none?: RecordFilter[] | null;

  @Field(() => String, { nullable: true, description: 'The name of the field that the condition is on.' })
  field?: string | null;

  @Field(() => TextCondition, { nullable: true, description: 'A condition on a text field.' })
  text?: TextCondition | null;

  @Field(() => NumberCondition, { nullable: true, description: 'A condition on an int or double field.' })
  number?: NumberCondition | null;

  @Field(() => DateCondition, { nullable: true, description: 'A condition on a date or datetime field.' })
  date?: DateCondition | null;

  @Field(() => GeoCondition, { nullable: true, description: 'A condition on a geo_point_2d or geo_shape field.' })
  geo?: GeoCondition | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the field has no value.' })
  isNull?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Words that the texts of a record contain, in any order; case and accents do not matter, `word*` is a prefix. Searches `field`, by default all text fields.',
  })
  matches?: string | null;
}

@InputType({ description: 'A key of the order. Records without a value come last, in both directions.' })
export class RecordOrder {
  @Field(() => String, {
    description: 'A field of numbers, dates or single texts; with `distanceTo`, of points.',
  })
  field!: string;

  @Field(() => OrderDirection, { defaultValue: OrderDirection.ASC, description: 'Which value comes first.' })
  direction!: `${OrderDirection}`;

  @Field(() => GeoPointInput, { nullable: true, description: 'Orders by the distance of the points to this point.' })
  distanceTo?: GeoPointInput | null;
}

const timezoneDescription =
  'The time zone (IANA) of times that are written, read without a zone, or divided into days. Plain dates never shift.';
const langDescription = 'The language of names of days and months. Default: that of the dataset, else English.';

const selectDescription =
  'The items of `values`, as an ODSQL select clause has them: `name`, `population / area as density`. Default: all fields.';

/** The arguments of `record`: which record, and what is returned of it. */
@ArgsType()
export class RecordArgs {
  @Field(() => ID, { description: 'The identifier of the record, 40 hexadecimal digits.' })
  recordId!: string;

  @Field(() => [String], { nullable: true, description: selectDescription })
  select?: string[] | null;

  @Field(() => String, { defaultValue: 'UTC', description: timezoneDescription })
  timezone!: string;

  @Field(() => queryLanguages, { nullable: true, description: langDescription })
  lang?: Language | null;
}

/** The arguments that select the records of a query. */
@ArgsType()
export class RecordSelectionArgs {
  @Field(() => RecordFilter, { nullable: true, description: 'A typed filter.' })
  filter?: RecordFilter | null;

  @Field(() => String, { nullable: true, description: 'A condition in ODSQL, in addition to the filter.' })
  where?: string | null;

  @Field(() => [RefineInput], { nullable: true, description: 'Values of facets that the records must have.' })
  refine?: RefineInput[] | null;

  @Field(() => [RefineInput], { nullable: true, description: 'Values of facets that records must not have.' })
  exclude?: RefineInput[] | null;

  @Field(() => String, { defaultValue: 'UTC', description: timezoneDescription })
  timezone!: string;

  @Field(() => queryLanguages, { nullable: true, description: langDescription })
  lang?: Language | null;
}

/** The arguments of `records`: which records, and which page of them. */
@ArgsType()
export class RecordPageArgs extends RecordSelectionArgs {
  @Field(() => [String], {
    nullable: true,
    description: selectDescription,
  })
  select?: string[] | null;

  @Field(() => [RecordOrder], {
    nullable: true,
    description:
      'The keys of the order. Default: by relevance where words are searched, else in the order of publication, which breaks ties.',
  })
  orderBy?: RecordOrder[] | null;

  @Field(() => Int, { nullable: true, defaultValue: 20, description: 'How many records, 0 to 1000.' })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The records after this cursor.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 0,
    description: 'How many records to skip; with `first` at most 10000. Cursors reach all.',
  })
  offset?: number | null;
}
