import { Field, ID, InputType, Int } from 'type-graphql';
import { ForRest, RequiredOfClients } from '#api/for-rest.ts';
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

@InputType({ description: 'The content of a code editor page, at most a million characters of JSON.' })
export class CodeEditorPageContentInput {
  @Field(() => JsonMap, { nullable: true, description: 'The HTML by language (ISO 639-1).' })
  html?: JsonObject | null;

  @Field(() => JsonMap, { nullable: true, description: 'The CSS by language (ISO 639-1).' })
  css?: JsonObject | null;
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
  @RequiredOfClients()
  @Field(() => String, { nullable: true, description: 'The title, 1 to 250 characters.' })
  title?: string | null;

  @ForRest()
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the page is for everyone, which it is not by default; the opposite of `isRestricted`.',
  })
  isPublic?: boolean | null;

  @Field(() => String, { nullable: true, description: 'The description, 10,000 characters at most.' })
  description?: string | null;

  @Field(() => StudioPageContentInput, { nullable: true, description: 'The content; empty by default.' })
  content?: StudioPageContentInput | null;
}

const template = {
  description: 'The name of the template that other editors render the page with, 200 characters at most.',
};
const tags = { description: 'The tags by which editors find the page: at most 100, each of 200 characters at most.' };
const titles = { description: 'The titles by language (ISO 639-1), in place of `translations`; by default the slug.' };
const isPublished = { description: 'Whether the page is published as it then is, in the same transaction.' };

@InputType({ description: 'The code editor page to create, as a draft.' })
export class CreateCodeEditorPageInput extends CreatePageInput {
  @RequiredOfClients()
  @Field(() => [CodeEditorPageTranslationInput], {
    nullable: true,
    description: 'The texts in each language of the page, at least one; at most a million characters of JSON.',
  })
  translations?: CodeEditorPageTranslationInput[] | null;

  @Field(() => String, { nullable: true, description: 'The description, 10,000 characters at most.' })
  description?: string | null;

  @Field(() => String, { nullable: true, ...template })
  template?: string | null;

  @Field(() => [String], { nullable: true, ...tags })
  tags?: string[] | null;

  @ForRest()
  @Field(() => JsonMap, { nullable: true, ...titles })
  titles?: JsonObject | null;

  @ForRest()
  @Field(() => CodeEditorPageContentInput, { nullable: true, description: 'The content in each language.' })
  content?: CodeEditorPageContentInput | null;

  @ForRest()
  @Field(() => Boolean, { nullable: true, ...isPublished })
  isPublished?: boolean | null;
}

/** The fields of every change of a page. */
@InputType({ description: 'A change of a page.' })
export abstract class PageChangeInput {
  @Field(() => ID, { description: "The page's uid." })
  uid!: string;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'The page to publish, unpublish, archive, unarchive or delete.' })
export class PageActionInput extends PageChangeInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether an archived page is changed as well, and stays archived; by default it is PAGE_ARCHIVED.',
  })
  canBeArchived?: boolean | null;
}

@InputType({
  description:
    'The code editor pages to delete: those with all of the given conditions, at least one, that you may edit.',
})
export class DeleteCodeEditorPagesInput {
  @Field(() => [String], { nullable: true, description: 'Slugs, at most 1,000.' })
  slugs?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A part of the title in any language, or of the slug, whatever the case and the accents, 200 characters at most. It may match 1,000 pages.',
  })
  search?: string | null;
}

const unchangedSlug = {
  description: 'The slug of the page, for clients that send back what they read; it cannot change.',
};

@InputType({ description: 'A change of the draft of a studio page; omitted fields stay.' })
export class UpdateStudioPageInput extends PageActionInput {
  @ForRest()
  @Field(() => ID, { nullable: true, ...unchangedSlug })
  slug?: string | null;

  @ForRest()
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the page is for everyone, the opposite of `isRestricted`. Needs `manage_page`.',
  })
  isPublic?: boolean | null;

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

  @Field(() => String, {
    nullable: true,
    description: 'The description, 10,000 characters at most; null for none.',
  })
  description?: string | null;

  @Field(() => String, { nullable: true, ...template })
  template?: string | null;

  @Field(() => [String], { nullable: true, ...tags })
  tags?: string[] | null;

  @ForRest()
  @Field(() => ID, { nullable: true, ...unchangedSlug })
  slug?: string | null;

  @ForRest()
  @Field(() => JsonMap, { nullable: true, ...titles })
  titles?: JsonObject | null;

  @ForRest()
  @Field(() => CodeEditorPageContentInput, { nullable: true, description: 'The content in each language.' })
  content?: CodeEditorPageContentInput | null;

  @ForRest()
  @Field(() => Boolean, { nullable: true, ...isPublished })
  isPublished?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the page is only for users with a right on it, effective immediately; null for false. Needs `manage_page`.',
  })
  isRestricted?: boolean | null;
}

@InputType({ description: 'The rights of a user or a group on a page; replaces the previous ones.' })
export class ReplacePageRulesetInput extends PageChangeInput {
  @Field(() => GranteeInput, { description: 'The user or the group.' })
  grantee!: GranteeInput;

  @Field(() => [PagePermissionEnum], {
    description: 'All rights on the page, each once; an empty list deletes the ruleset.',
  })
  permissions!: PagePermission[];
}
