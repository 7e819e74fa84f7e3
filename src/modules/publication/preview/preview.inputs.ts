import { Field, InputType } from 'type-graphql';
import { JsonMap } from '../../../api/types/scalars.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { GuessExtractorParamsInput } from '../../resources/index.ts';

@InputType({ description: 'An unsaved resource.' })
export class PreviewResourceInput extends GuessExtractorParamsInput {
  @Field(() => JsonMap, {
    nullable: true,
    description: 'The parameters of the extractor; missing ones take their defaults.',
  })
  params?: JsonObject | null;
}
