import { Field, InputType } from 'type-graphql';
import { DateCondition, GeoCondition, NumberCondition, TextCondition } from './conditions.inputs.ts';

@InputType({
  description:
    'Which records to read: a combination (`all`, `any` or `none`), a field with one condition, or `matches` alone. At most 20 levels and 1,000 conditions.',
})
export class RecordFilter {
  @Field(() => [RecordFilter], { nullable: true, description: 'Records that match all of these filters.' })
  all?: RecordFilter[] | null;

  @Field(() => [RecordFilter], { nullable: true, description: 'Records that match at least one of these filters.' })
  any?: RecordFilter[] | null;

  @Field(() => [RecordFilter], {
    nullable: true,
    description: 'Records that match none of these filters, including records without a value.',
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
      'Words that the texts of a record must contain, in any order; case and accents do not matter, `word*` is a prefix. Searches `field` when it is given, otherwise all text fields.',
  })
  matches?: string | null;
}
