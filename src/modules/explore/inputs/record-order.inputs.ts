import { Field, InputType } from 'type-graphql';
import { GeoPointInput } from './conditions.inputs.ts';

@InputType({ description: 'A key of the order of records. Records without a value come last, in both directions.' })
export class RecordOrder {
  @Field(() => String, {
    description: 'The name of a field of numbers, dates or single texts; with `distanceTo`, a field of points.',
  })
  field!: string;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether the largest value comes first.' })
  isDescending!: boolean;

  @Field(() => GeoPointInput, { nullable: true, description: 'Orders by the distance of the points to this point.' })
  distanceTo?: GeoPointInput | null;
}
