import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A text in which a search found its words.' })
export class Highlight {
  @Field(() => String, {
    description: 'Where the text is: `title`, `keywords.0`, `themes.0`, `publisher`, `datasetId` or `description`.',
  })
  path!: string;

  @Field(() => String, {
    description:
      'The text, shortened if it is long, as HTML: the found words are in `<mark>`, all other text is escaped.',
  })
  text!: string;
}
