import { Field, InputType } from 'type-graphql';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';
import { GuessExtractorParamsInput } from '#resources/index.ts';

/** The description of the argument `where` of previews. */
export const whereDescription =
  'A condition in ODSQL on the records as publishing would store them. The preview tests up to 10,000 records and shows the first that match. Default: all records match.';

@InputType({ description: 'An unsaved resource.' })
export class PreviewResourceInput extends GuessExtractorParamsInput {
  @Field(() => JsonMap, {
    nullable: true,
    description: 'The parameters of the extractor; missing ones take their defaults.',
  })
  params?: JsonObject | null;

  @Field(() => String, { nullable: true, description: whereDescription })
  where?: string | null;
}
