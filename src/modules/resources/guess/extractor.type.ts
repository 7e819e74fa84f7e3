import { Field, ObjectType } from 'type-graphql';
import { ParameterType } from '#api/types/parameter.type.ts';

@ObjectType('Extractor', { description: 'A format that records can be read from.' })
export class ExtractorType {
  @Field(() => String, { description: 'The identifier, as in the `type` of a resource.' })
  type!: string;

  @Field(() => String, { description: 'The label.' })
  label!: string;

  @Field(() => [ParameterType], { description: 'The settings of the extractor.' })
  parameters!: readonly ParameterType[];
}
