import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../../../api/node/node.type.ts';
import { ConnectionOf } from '../../../api/reading/connection.type.ts';
import { DateTime, JsonMap } from '../../../api/types/scalars.ts';

/** Texts by the language that they are in, ISO 639-1. */
export type TextByLanguage = { readonly [language: string]: string };

@ObjectType({ description: 'What a code editor page consists of, in all its languages.' })
export class CodeEditorPageContent {
  @Field(() => JsonMap, { description: 'HTML by language (ISO 639-1), as it was written.' })
  html!: TextByLanguage;

  @Field(() => JsonMap, { description: 'CSS by language (ISO 639-1), as it was written.' })
  css!: TextByLanguage;
}

@ObjectType({ description: 'The texts of a code editor page in one of its languages.' })
export class CodeEditorPageTranslation {
  @Field(() => String, { description: 'The language, in ISO 639-1.' })
  language!: string;

  @Field(() => String, { description: 'The title.' })
  title!: string;

  @Field(() => String, { description: 'The HTML, as it was written; empty where there is none.' })
  html!: string;

  @Field(() => String, { description: 'The CSS, as it was written; empty where there is none.' })
  css!: string;
}

@ObjectType({
  implements: Node,
  description: 'A published code editor page, as the portal shows it to those who may see it.',
})
export class CodeEditorPage extends Node {
  @Field(() => ID, { description: 'Identifies the page for life.' })
  uid!: string;

  @Field(() => String, { description: 'Its place in addresses.' })
  slug!: string;

  @Field(() => JsonMap, { description: 'Its titles by language (ISO 639-1): these are the languages that it has.' })
  titles!: TextByLanguage;

  @Field(() => CodeEditorPageContent, { description: 'What it consists of.' })
  content!: CodeEditorPageContent;

  @Field(() => DateTime, { description: 'When it was last published.' })
  updatedAt!: string;

  @Field(() => Boolean, { description: 'Whether only those see it who have the right to.' })
  isRestricted!: boolean;
}

@ObjectType({ description: 'A page of a list of code editor pages.' })
export class CodeEditorPageConnection extends ConnectionOf(CodeEditorPage, 'CodeEditorPage') {}
