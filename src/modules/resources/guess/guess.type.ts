import { Field, Float, ObjectType } from 'type-graphql';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';
import { ExtractorType } from './extractor.type.ts';

@ObjectType({
  description: 'A possible format of a source: an extractor, and the probability that it is the right one.',
})
export class ExtractorGuess extends ExtractorType {
  @Field(() => Float, { description: 'The probability, from 0 to 1.' })
  confidence!: number;
}

@ObjectType({ description: 'The likeliest parameters for an extractor.' })
export class ExtractorParamsGuess {
  @Field(() => String, { description: 'The type of the extractor.' })
  extractor!: string;

  @Field(() => JsonMap, { description: 'The parameters.' })
  params!: JsonObject;
}
