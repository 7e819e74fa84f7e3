import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A text in which a search found its words.' })
export class Highlight {
  @Field(() => String, {
    description:
      'Where the text is: `title`, `keywords.0`, `themes.0`, `publisher`, `datasetId`, `description`, or in `metadata` for a custom template: `metadata.rivers.note.value`, or a part of the value, such as `metadata.rivers.note.value.en`.',
  })
  path!: string;

  @Field(() => String, { nullable: true, description: 'The label of the field of a custom template; null for others.' })
  label!: string | null;

  @Field(() => String, {
    description: 'The text, shortened if it is long, as escaped HTML with the found words in `<mark>`.',
  })
  text!: string;
}
