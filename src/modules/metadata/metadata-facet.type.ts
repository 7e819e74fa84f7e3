import { Field, ID, ObjectType } from 'type-graphql';
import { unreachableIdDescription } from '#api/node.type.ts';

@ObjectType({ description: 'A facet: a field that records can be filtered by.' })
export class MetadataFacet {
  @Field(() => ID, { description: unreachableIdDescription })
  id!: string;

  @Field(() => String, { name: 'fieldName', description: "The field's name." })
  field_name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The order of its values: `count`, `num` or `alphanum`, with the prefix `-` for the reverse order.',
  })
  facetsort?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether several values can be selected at once.' })
  disjunctive?: boolean | null;

  @Field(() => Boolean, {
    name: 'timerangeFilter',
    nullable: true,
    description: 'Whether a period of time can be selected.',
  })
  timerange_filter?: boolean | null;
}
