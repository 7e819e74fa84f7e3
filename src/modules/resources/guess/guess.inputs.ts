import { Field, ID, InputType } from 'type-graphql';
import { DatasourceInput } from '../datasources/datasource.inputs.ts';

@InputType({ description: 'A source whose format to guess.' })
export class GuessExtractorsInput {
  @Field(() => ID, { description: 'The uid of the dataset that the resource will belong to.' })
  datasetUid!: string;

  @Field(() => DatasourceInput, { description: 'Where the bytes are.' })
  datasource!: DatasourceInput;
}

@InputType({ description: 'A source with a known extractor, whose parameters to guess.' })
export class GuessExtractorParamsInput extends GuessExtractorsInput {
  @Field(() => String, { description: 'The type of the extractor.' })
  type!: string;
}
