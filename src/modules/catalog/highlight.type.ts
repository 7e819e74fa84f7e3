import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A text in which a search found its words.' })
export class Highlight {
  @Field(() => String, {
    description: 'Where the text is: `title`, `keywords.0`, `themes.0`, `publisher`, `datasetId` or `description`.',
  })
  path!: string;

  @Field(() => String, {
    description: 'The text, shortened if it is long, as escaped HTML with the found words in `<mark>`.',
  })
  text!: string;
}
