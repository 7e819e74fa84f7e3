import { Field, ID, InputType, Int } from 'type-graphql';
import { expectedRevision } from '#api/types/change.inputs.ts';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';
import { GranteeInput } from '#access/index.ts';
import { PagePermissionEnum } from './page-configuration.type.ts';
import type { PagePermission } from './page-rights.ts';

@InputType({
  description: 'The content of a studio page, at most a million characters of JSON; omitted fields are empty.',
})
export class StudioPageContentInput {
  @Field(() => JsonMap, {
    nullable: true,
    description:
      'The data providers of the blocks: name → provider, at most 1,000. `dataset_id` is a dataset identifier or uid.',
  })
  dataProviders?: JsonObject | null;

  @Field(() => JsonMap, { nullable: true, description: 'The blocks of the page, by name.' })
  blocks?: JsonObject | null;

  @Field(() => JsonMap, { nullable: true, description: 'How the blocks are arranged.' })
  layouts?: JsonObject | null;

  @Field(() => JsonMap, { nullable: true, description: 'The filters that visitors can use.' })
  filters?: JsonObject | null;
}

@InputType({ description: 'The texts of a code editor page in one language.' })
export class CodeEditorPageTranslationInput {
  @Field(() => String, { description: 'The language, in ISO 639-1.' })
  language!: string;

  @Field(() => String, { description: 'The title, 1 to 250 characters.' })
  title!: string;

  @Field(() => String, { nullable: true, defaultValue: '', description: 'The HTML.' })
  html?: string | null;

  @Field(() => String, { nullable: true, defaultValue: '', description: 'The CSS.' })
  css?: string | null;
}

/** The fields that every page is created with. */
@InputType({ description: 'The page to create.' })
abstract class CreatePageInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'The slug in URLs: 1 to 150 lower-case letters, digits, `_` and `-`; default: from the title. Never changes.',
  })
  slug?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'Whether the page is only for users with a right on it.',
  })
  isRestricted?: boolean | null;
}

@InputType({ description: 'The studio page to create, as a draft.' })
export class CreateStudioPageInput extends CreatePageInput {
  @Field(() => String, { description: 'The title, 1 to 250 characters.' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'The description, 10,000 characters at most.' })
  description?: string | null;

  @Field(() => StudioPageContentInput, { nullable: true, description: 'The content; empty by default.' })
  content?: StudioPageContentInput | null;
}

@InputType({ description: 'The code editor page to create, as a draft.' })
export class CreateCodeEditorPageInput extends CreatePageInput {
  @Field(() => [CodeEditorPageTranslationInput], {
    description: 'The texts in each language of the page, at least one; at most a million characters of JSON.',
  })
  translations!: CodeEditorPageTranslationInput[];
}

@InputType({ description: 'The page to publish, unpublish or delete.' })
export class PageActionInput {
  @Field(() => ID, { description: "The page's uid." })
  uid!: string;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'A change of the draft of a studio page; omitted fields stay.' })
export class UpdateStudioPageInput extends PageActionInput {
  @Field(() => String, { nullable: true, description: 'The title, 1 to 250 characters.' })
  title?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The description, 10,000 characters at most; null for none.',
  })
  description?: string | null;

  @Field(() => StudioPageContentInput, {
    nullable: true,
    description: 'The whole content; null for empty content.',
  })
  content?: StudioPageContentInput | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the page is only for users with a right on it, effective immediately; null for false. Needs `manage_page`.',
  })
  isRestricted?: boolean | null;
}

@InputType({ description: 'A change of the draft of a code editor page; omitted fields stay.' })
export class UpdateCodeEditorPageInput extends PageActionInput {
  @Field(() => [CodeEditorPageTranslationInput], {
    nullable: true,
    description: 'The texts in all languages of the page, replaced as a whole.',
  })
  translations?: CodeEditorPageTranslationInput[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the page is only for users with a right on it, effective immediately; null for false. Needs `manage_page`.',
  })
  isRestricted?: boolean | null;
}

@InputType({ description: 'The rights of a user or a group on a page; replaces the previous ones.' })
export class ReplacePageRulesetInput extends PageActionInput {
  @Field(() => GranteeInput, { description: 'The user or the group.' })
  grantee!: GranteeInput;

  @Field(() => [PagePermissionEnum], {
    description: 'All rights on the page, each once; an empty list deletes the ruleset.',
  })
  permissions!: PagePermission[];
}
