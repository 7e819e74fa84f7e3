import { Field, ID, ObjectType } from 'type-graphql';
import { partIdDescription } from '../../api/node/node.type.ts';

@ObjectType({ description: 'A field that records are filtered by.' })
export class MetadataFacet {
  @Field(() => ID, { description: partIdDescription })
  id!: string;

  @Field(() => String, { name: 'fieldName', description: "The field's name." })
  field_name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'How its values are sorted: `count`, `num` or `alphanum`, with `-` in front for the other way.',
  })
  facetsort?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether several values can be chosen at once.' })
  disjunctive?: boolean | null;

  @Field(() => Boolean, {
    name: 'timerangeFilter',
    nullable: true,
    description: 'Whether a span of time can be chosen.',
  })
  timerange_filter?: boolean | null;
}
