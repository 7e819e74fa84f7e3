import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A text in one language.' })
export class LocalizedText {
  @Field(() => String, { description: 'The language, in ISO 639-1.' })
  language!: string;

  @Field(() => String, { description: 'The text.' })
  text!: string;
}

/** Texts by language as a list. */
export const localizedTexts = (texts: Readonly<Record<string, string>>): LocalizedText[] =>
  Object.entries(texts).map(([language, text]) => ({ language, text }));
