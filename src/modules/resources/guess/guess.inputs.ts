import { Field, ID, InputType } from 'type-graphql';
import { DatasourceInput } from '../datasources/datasource.inputs.ts';

@InputType({ description: 'A source whose format is to be guessed.' })
export class GuessExtractorsInput {
  @Field(() => ID, { description: 'The uid of the dataset that a resource is meant for.' })
  datasetUid!: string;

  @Field(() => DatasourceInput, { description: 'Where the bytes are.' })
  datasource!: DatasourceInput;
}

@InputType({ description: 'A source whose extractor is known, and its parameters not.' })
export class GuessExtractorParamsInput extends GuessExtractorsInput {
  @Field(() => String, { description: 'The type of the extractor.' })
  type!: string;
}
