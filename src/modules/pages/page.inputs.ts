import { Field, ID, InputType, Int } from 'type-graphql';
import { JsonMap } from '../../api/types/scalars.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { PagePermissionEnum } from './page-configuration.type.ts';
import type { PagePermission } from './page-rights.ts';

@InputType({
  description: 'What a studio page consists of, a million characters of JSON at most; what is left out is empty.',
})
export class StudioPageContentInput {
  @Field(() => JsonMap, {
    nullable: true,
    description:
      "Where its blocks get their data: name → provider, 1,000 at most. One with a text `dataset_id`, a dataset's identifier or uid, uses that dataset.",
  })
  dataProviders?: JsonObject | null;

  @Field(() => JsonMap, { nullable: true, description: 'Its blocks, by name.' })
  blocks?: JsonObject | null;

  @Field(() => JsonMap, { nullable: true, description: 'How the blocks are arranged.' })
  layouts?: JsonObject | null;

  @Field(() => JsonMap, { nullable: true, description: 'What visitors can filter by.' })
  filters?: JsonObject | null;
}

@InputType({
  description: 'What a code editor page consists of, a million characters of JSON at most; what is left out is empty.',
})
export class CodeEditorPageContentInput {
  @Field(() => JsonMap, { nullable: true, description: 'HTML by language, in languages that the page has a title in.' })
  html?: JsonObject | null;

  @Field(() => JsonMap, { nullable: true, description: 'CSS by language, in languages that the page has a title in.' })
  css?: JsonObject | null;
}

/** What every page is created with. */
@InputType({ description: 'A page to be created.' })
abstract class CreatePageInput {
  @Field(() => String, {
    nullable: true,
    description:
      'Its place in addresses: 1 to 150 lower-case letters, digits, `_` and `-`; made from the title when left out. Never changes.',
  })
  slug?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether only those see it who have the right to; false by default.',
  })
  isRestricted?: boolean | null;
}

@InputType({ description: 'A studio page to be created, as a draft.' })
export class CreateStudioPageInput extends CreatePageInput {
  @Field(() => String, { description: 'The title, 1 to 250 characters.' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'What it is about, 10,000 characters at most.' })
  description?: string | null;

  @Field(() => StudioPageContentInput, { nullable: true, description: 'What it consists of; empty by default.' })
  content?: StudioPageContentInput | null;
}

@InputType({ description: 'A code editor page to be created, as a draft.' })
export class CreateCodeEditorPageInput extends CreatePageInput {
  @Field(() => JsonMap, {
    description: 'Titles by language (ISO 639-1), each 1 to 250 characters: these are the languages that it has.',
  })
  titles!: JsonObject;

  @Field(() => CodeEditorPageContentInput, { nullable: true, description: 'What it consists of; empty by default.' })
  content?: CodeEditorPageContentInput | null;
}

@InputType({ description: 'A page that something is done with.' })
export class PageActionInput {
  @Field(() => ID, { description: "The page's uid." })
  uid!: string;

  @Field(() => Int, { nullable: true, description: 'The revision that you have seen; nothing is done at another one.' })
  expectedRevision?: number | null;
}

@InputType({ description: 'A change of the draft of a studio page; what is left out is kept.' })
export class UpdateStudioPageInput extends PageActionInput {
  @Field(() => String, { nullable: true, description: 'The title, 1 to 250 characters.' })
  title?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What it is about, 10,000 characters at most; null for nothing.',
  })
  description?: string | null;

  @Field(() => StudioPageContentInput, {
    nullable: true,
    description: 'What it consists of, as a whole; null for nothing.',
  })
  content?: StudioPageContentInput | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether only those see it who have the right to, with effect at once; null for false. Needs `manage_page`.',
  })
  isRestricted?: boolean | null;
}

@InputType({ description: 'A change of the draft of a code editor page; what is left out is kept.' })
export class UpdateCodeEditorPageInput extends PageActionInput {
  @Field(() => JsonMap, {
    nullable: true,
    description: 'All titles by language (ISO 639-1), each 1 to 250 characters.',
  })
  titles?: JsonObject | null;

  @Field(() => CodeEditorPageContentInput, {
    nullable: true,
    description: 'What it consists of, as a whole; null for nothing.',
  })
  content?: CodeEditorPageContentInput | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether only those see it who have the right to, with effect at once; null for false. Needs `manage_page`.',
  })
  isRestricted?: boolean | null;
}

@InputType({ description: 'What a user or a group may do with a page from now on.' })
export class SetPageRulesetInput extends PageActionInput {
  @Field(() => String, { nullable: true, description: 'Whom it is for; give this or a group.' })
  username?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The uid of the group whose members it is for; give this or a user.',
  })
  groupUid?: string | null;

  @Field(() => [PagePermissionEnum], { description: 'All rights on the page, each once; none takes the ruleset away.' })
  permissions!: PagePermission[];
}
