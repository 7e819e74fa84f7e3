import { Field, Float, InputType } from 'type-graphql';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';

@InputType({
  description:
    'A condition on a text field; several members must all hold. In a field with several values, at least one value must match. Null never matches.',
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
    description:
      'Words that the value must contain, in any order; case and accents do not matter. `word*` is a prefix.',
  })
  like?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Words that the value must contain, with at most one or two wrong letters in each; the last word is a prefix.',
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
    'A condition on a date or datetime field; several members must all hold. A date is a span of time as ISO 8601 writes it: `2024`, `2024-02`, `2024-02-29`, `2024-02-29T12:00:00Z`. Null never matches.',
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
export class GeoPointInput {
  @Field(() => Float, { description: 'The longitude, -180 to 180.' })
  lon!: number;

  @Field(() => Float, { description: 'The latitude, -90 to 90.' })
  lat!: number;
}

@InputType({ description: 'A circle on the earth.' })
export class CircleInput {
  @Field(() => GeoPointInput, { description: 'The centre of the circle.' })
  center!: GeoPointInput;

  @Field(() => Float, { description: 'The radius in metres, at least 0.' })
  radius!: number;
}

@InputType({
  description: 'A box on the earth, in degrees. A box whose west exceeds its east crosses the antimeridian.',
})
export class BoxInput {
  @Field(() => Float, { description: 'The smallest latitude.' })
  south!: number;

  @Field(() => Float, { description: 'The western longitude.' })
  west!: number;

  @Field(() => Float, { description: 'The largest latitude.' })
  north!: number;

  @Field(() => Float, { description: 'The eastern longitude.' })
  east!: number;
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
