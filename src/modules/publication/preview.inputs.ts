import { Field, InputType } from 'type-graphql';
import { JsonMap } from '../../api/types/scalars.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { GuessExtractorParamsInput } from '../resources/index.ts';

@InputType({ description: 'A resource as it might be saved.' })
export class PreviewResourceInput extends GuessExtractorParamsInput {
  @Field(() => JsonMap, {
    nullable: true,
    description: 'The parameters of the extractor; those left out take their defaults.',
  })
  params?: JsonObject | null;
}
