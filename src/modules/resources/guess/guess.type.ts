import { Field, Float, ObjectType } from 'type-graphql';
import { JsonMap } from '../../../api/types/scalars.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { ExtractorType } from './extractor.type.ts';

@ObjectType({ description: 'A format that a source may have: an extractor, and how likely it is the right one.' })
export class ExtractorGuess extends ExtractorType {
  @Field(() => Float, { description: 'How likely it is, 0 to 1.' })
  confidence!: number;
}

@ObjectType({ description: 'Parameters with which an extractor reads a source well.' })
export class ExtractorParamsGuess {
  @Field(() => String, { description: 'The type of the extractor.' })
  extractor!: string;

  @Field(() => JsonMap, { description: 'The parameters.' })
  params!: JsonObject;
}
