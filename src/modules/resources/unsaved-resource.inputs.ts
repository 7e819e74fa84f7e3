import { Field, ID, InputType } from 'type-graphql';
import { JsonMap } from '../../api/scalars.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { DatasourceInput } from './datasource.inputs.ts';

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

@InputType({ description: 'A resource as it might be saved.' })
export class PreviewResourceInput extends GuessExtractorParamsInput {
  @Field(() => JsonMap, { nullable: true, description: 'The parameters of the extractor; those left out take their defaults.' })
  params?: JsonObject | null;
}
