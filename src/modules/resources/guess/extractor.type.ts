import { Field, ObjectType } from 'type-graphql';
import { ParameterType } from '../../../api/types/parameter.type.ts';

@ObjectType('Extractor', { description: 'A format that records can be read from.' })
export class ExtractorType {
  @Field(() => String, { description: 'What a resource names it by.' })
  type!: string;

  @Field(() => String, { description: 'What people call it.' })
  label!: string;

  @Field(() => [ParameterType], { description: 'Its settings.' })
  parameters!: readonly ParameterType[];
}
