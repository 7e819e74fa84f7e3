import { Field, ID, ObjectType } from 'type-graphql';
import { ForRest } from '#api/for-rest.ts';
import { Node } from '#api/node.type.ts';
import { RelatedAsset } from '#api/types/related-asset.type.ts';
import { ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime, JsonMap } from '#api/types/scalars.ts';
import type { TextByLanguage } from '#api/types/typed-value.type.ts';
import type { JsonObject } from '#kernel/json.ts';

/** The kinds of pages. */
export type PageKind = 'studio_page' | 'code_editor_page';

@ObjectType({ description: 'The content of a studio page; the front end defines these objects.' })
export class StudioPageContent {
  @Field(() => JsonMap, {
    description: 'The data providers of the blocks: name → provider. `dataset_id` is a dataset identifier or uid.',
  })
  dataProviders!: JsonObject;

  @Field(() => JsonMap, { description: 'The blocks of the page, by name.' })
  blocks!: JsonObject;

  @Field(() => JsonMap, { description: 'How the blocks are arranged.' })
  layouts!: JsonObject;

  @Field(() => JsonMap, { description: 'The filters that visitors can use.' })
  filters!: JsonObject;
}

@ObjectType({
  implements: [Node, RelatedAsset],
  description: 'A published studio page, as the portal shows it to callers who may see it.',
})
export class StudioPage extends Node {
  @Field(() => ID, { description: 'The permanent identifier of the page.' })
  uid!: string;

  @Field(() => ID, { description: 'The slug in URLs.' })
  slug!: string;

  @Field(() => String, { description: 'The title of the page.' })
  title!: string;

  @Field(() => String, { description: 'The description; may be empty.' })
  description!: string;

  @Field(() => StudioPageContent, { description: 'The content.' })
  content!: StudioPageContent;

  @Field(() => DateTime, { description: 'When the page was last published.' })
  updatedAt!: string;

  @Field(() => Boolean, { description: 'Whether the page is only for users with a right on it.' })
  isRestricted!: boolean;
}

@ObjectType({ description: 'A page of a list of studio pages.' })
export class StudioPageConnection extends ConnectionTypeOf(StudioPage, 'StudioPage') {}

@ObjectType({ description: 'A data provider of a studio page whose dataset is visible.' })
export class DataProvider {
  @Field(() => String, { description: "The name of the provider in the page's content." })
  name!: string;
}

@ObjectType({ description: 'A page of a list of data providers.' })
export class DataProviderConnection extends ConnectionTypeOf(DataProvider, 'DataProvider') {}

@ObjectType({ description: 'The content of a code editor page, in all its languages.' })
export class CodeEditorPageContent {
  @Field(() => JsonMap, { description: 'The HTML by language (ISO 639-1), unchanged.' })
  html!: TextByLanguage;

  @Field(() => JsonMap, { description: 'The CSS by language (ISO 639-1), unchanged.' })
  css!: TextByLanguage;
}

@ObjectType({ description: 'The texts of a code editor page in one of its languages.' })
export class CodeEditorPageTranslation {
  @Field(() => String, { description: 'The language, in ISO 639-1.' })
  language!: string;

  @Field(() => String, { description: 'The title, 1 to 250 characters.' })
  title!: string;

  @Field(() => String, { description: 'The HTML, unchanged; empty when there is none.' })
  html!: string;

  @Field(() => String, { description: 'The CSS, unchanged; empty when there is none.' })
  css!: string;
}

@ObjectType({
  implements: [Node, RelatedAsset],
  description: 'A published code editor page, as the portal shows it to callers who may see it.',
})
export class CodeEditorPage extends Node {
  @Field(() => ID, { description: 'The permanent identifier of the page.' })
  uid!: string;

  @Field(() => ID, { description: 'The slug in URLs.' })
  slug!: string;

  @ForRest()
  @Field(() => JsonMap, {
    description: 'The titles by language (ISO 639-1), the languages of the page.',
  })
  titles!: TextByLanguage;

  @ForRest()
  @Field(() => CodeEditorPageContent, { description: 'The content.' })
  content!: CodeEditorPageContent;

  @Field(() => DateTime, { description: 'When the page was last published.' })
  updatedAt!: string;

  @Field(() => Boolean, { description: 'Whether the page is only for users with a right on it.' })
  isRestricted!: boolean;
}

@ObjectType({ description: 'A page of a list of code editor pages.' })
export class CodeEditorPageConnection extends ConnectionTypeOf(CodeEditorPage, 'CodeEditorPage') {}
