import { Field, ID, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { ForRest } from '#api/for-rest.ts';
import { DeletedObjectPayload, DeletionPayload, Node } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime, JsonMap } from '#api/types/scalars.ts';
import { RelatedGroup, RelatedUser } from '#identity/index.ts';
import type { TextByLanguage } from '#api/types/typed-value.type.ts';
import {
  CodeEditorPage,
  CodeEditorPageContent,
  CodeEditorPageTranslation,
  StudioPage,
  StudioPageContent,
} from './page.type.ts';
import type { PagePermission } from './page-rights.ts';

@InterfaceType('PageConfiguration', {
  implements: Node,
  description: 'A page as its editors see it: the draft and its publication state.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class PageConfiguration extends Node {
  @Field(() => ID, { description: 'The permanent identifier of the page.' })
  uid!: string;

  @Field(() => ID, { description: 'The slug in URLs; unique among pages of its kind.' })
  slug!: string;

  @Field(() => Int, {
    description: 'Every change increments it; for `expectedRevision`.',
  })
  revision!: number;

  @Field(() => Boolean, { description: 'Whether the page is only for users with a right on it.' })
  isRestricted!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the page is archived: the portal does not show it to anyone, and it does not change.',
  })
  isArchived!: boolean;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the page was last published; null while it is not.',
  })
  publishedAt!: string | null;

  @Field(() => Boolean, {
    description: 'Whether the draft is what is published. False while the page is not published.',
  })
  isDraftPublished!: boolean;

  @Field(() => DateTime, { nullable: true, description: 'When the page was first published; null before that.' })
  firstPublishedAt!: string | null;

  @Field(() => DateTime, { description: 'When the page was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When the page was last changed.' })
  updatedAt!: string;

  @Field(() => Boolean, { description: 'Whether you may decide who sees the page.' })
  canManage!: boolean;
}

/** The states of a studio page, as the graph's enum. */
export const StudioPageVersionEnum = { draft: 'draft', published: 'published' } as const;
registerEnumType(StudioPageVersionEnum, {
  name: 'StudioPageVersionName',
  description: 'A state of a studio page.',
  valuesConfig: {
    draft: { description: 'What editors change.' },
    published: { description: 'What the portal shows, while the page is published.' },
  },
});

@ObjectType({ description: 'The draft of a studio page, or what is published of it.' })
export class StudioPageVersion {
  @Field(() => StudioPageVersionEnum, { description: 'Which of the two.' })
  name!: keyof typeof StudioPageVersionEnum;

  @Field(() => String, { description: 'The title.' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'The description; null for none.' })
  description!: string | null;

  @Field(() => DateTime, { description: 'When the page was created, or first published.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When the draft was last changed, or the page last published.' })
  updatedAt!: string;

  @Field(() => RelatedUser, {
    nullable: true,
    description: 'Who did; null when that is not known, or the user was deleted.',
  })
  updatedBy!: RelatedUser | null;
}

@ObjectType({ implements: PageConfiguration, description: 'A studio page as its editors see it.' })
export class StudioPageConfiguration extends PageConfiguration {
  @Field(() => String, { description: 'The title of the draft.' })
  title!: string;

  @Field(() => String, { description: 'The description of the draft; may be empty.' })
  description!: string;

  @Field(() => StudioPageContent, { description: 'The content of the draft.' })
  content!: StudioPageContent;

  @Field(() => String, { nullable: true, description: 'The published title; null while the page is not published.' })
  publishedTitle!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The published description, which may be empty; null while the page is not published.',
  })
  publishedDescription!: string | null;

  @Field(() => StudioPageContent, {
    nullable: true,
    description: 'The published content; null while the page is not published.',
  })
  publishedContent!: StudioPageContent | null;

  @ForRest()
  @Field(() => Boolean, { description: 'Whether the page is for everyone: not restricted.' })
  isPublic!: boolean;

  @ForRest()
  @Field(() => [StudioPageVersion], { description: 'The draft, then what is published.' })
  versions!: readonly StudioPageVersion[];
}

@ObjectType({ description: 'A page of a list of configured studio pages.' })
export class StudioPageConfigurationConnection extends ConnectionTypeOf(
  StudioPageConfiguration,
  'StudioPageConfiguration',
) {}

@ObjectType({ implements: PageConfiguration, description: 'A code editor page as its editors see it.' })
export class CodeEditorPageConfiguration extends PageConfiguration {
  @Field(() => [CodeEditorPageTranslation], { description: 'The texts of the draft in all its languages.' })
  translations!: readonly CodeEditorPageTranslation[];

  @Field(() => String, { description: 'The description of the draft; may be empty.' })
  description!: string;

  @Field(() => [CodeEditorPageTranslation], {
    nullable: true,
    description: 'The published texts in all their languages; null while the page is not published.',
  })
  publishedTranslations!: readonly CodeEditorPageTranslation[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'The published description, which may be empty; null while the page is not published.',
  })
  publishedDescription!: string | null;

  @Field(() => String, {
    description: 'The name of the template that other editors render the page with; the portal does not use it.',
  })
  template!: string;

  @Field(() => [String], { description: 'The tags by which editors find the page, each once.' })
  tags!: readonly string[];

  @ForRest()
  @Field(() => JsonMap, { description: 'The titles of the draft by language (ISO 639-1).' })
  titles!: TextByLanguage;

  @ForRest()
  @Field(() => CodeEditorPageContent, { description: 'The content of the draft.' })
  content!: CodeEditorPageContent;

  @ForRest()
  @Field(() => Boolean, { description: 'Whether subdomains have copies of the page: never here.' })
  hasSubdomainCopies!: boolean;

  @ForRest()
  @Field(() => Boolean, { description: 'Whether the page is a copy of one of a parent domain: never here.' })
  isPushedByParent!: boolean;
}

@ObjectType({ description: 'A page of a list of configured code editor pages.' })
export class CodeEditorPageConfigurationConnection extends ConnectionTypeOf(
  CodeEditorPageConfiguration,
  'CodeEditorPageConfiguration',
) {}

@ObjectType({ description: 'A page of a list of configured pages.' })
export class PageConfigurationConnection extends ConnectionTypeOf(PageConfiguration, 'PageConfiguration') {}

/** The rights on a page, as the graph's enum. */
export const PagePermissionEnum: { readonly [Name in PagePermission]: Name } = {
  explore_restricted_page: 'explore_restricted_page',
  edit_page: 'edit_page',
  manage_page: 'manage_page',
};
registerEnumType(PagePermissionEnum, {
  name: 'PagePermission',
  description: 'A right that a ruleset grants on its page.',
  valuesConfig: {
    explore_restricted_page: { description: 'See the page on the portal while it is restricted.' },
    edit_page: { description: 'Change, publish and delete the page.' },
    manage_page: { description: 'Everything that `edit_page` allows, and changing who sees the page.' },
  },
});

@ObjectType({ description: 'The rights of a user, or of every member of a group, on one page.' })
export class PageRuleset {
  @Field(() => RelatedUser, { nullable: true, description: 'The user; null for a ruleset of a group.' })
  user!: RelatedUser | null;

  @Field(() => RelatedGroup, {
    nullable: true,
    description: 'The group; null for a ruleset of a user.',
  })
  group!: RelatedGroup | null;

  @Field(() => [PagePermissionEnum], { description: 'The rights.' })
  permissions!: readonly PagePermission[];
}

@ObjectType({ description: 'A page of a list of page rulesets.' })
export class PageRulesetConnection extends ConnectionTypeOf(PageRuleset, 'PageRuleset') {}

@ObjectType({ description: 'A page after a change.' })
export class PagePayload {
  @ChangedObject(
    PageConfigurationConnection,
    'pageConfigurations',
    'The configuration of the page; null when you may no longer read it.',
  )
  configuration!: PageConfiguration | null;

  @ForRest()
  @Field(() => StudioPageConfiguration, { nullable: true, description: 'The configuration of a studio page.' })
  studioPageConfiguration!: StudioPageConfiguration | null;

  @ForRest()
  @Field(() => CodeEditorPageConfiguration, {
    nullable: true,
    description: 'The configuration of a code editor page.',
  })
  codeEditorPageConfiguration!: CodeEditorPageConfiguration | null;

  @Field(() => StudioPage, {
    nullable: true,
    description: 'The published page; null for a code editor page, and where you see none.',
  })
  studioPage!: StudioPage | null;

  @Field(() => CodeEditorPage, {
    nullable: true,
    description: 'The published page; null for a studio page, and where you see none.',
  })
  codeEditorPage!: CodeEditorPage | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The deleted page.' })
export class DeletePagePayload extends DeletedObjectPayload {}

@ObjectType({ description: 'The deleted code editor pages.' })
export class CodeEditorPageDeletionsPayload {
  @Field(() => [ID], { description: 'The `id` that each of their configurations had.' })
  ids!: readonly string[];

  @Field(() => [String], { description: 'Their slugs, in alphabetical order.' })
  slugs!: readonly string[];
}
