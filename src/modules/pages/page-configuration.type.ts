import { Field, ID, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../../api/node/node.type.ts';
import { ConnectionOf } from '../../api/reading/connection.type.ts';
import { DateTime, JsonMap } from '../../api/types/scalars.ts';
import { RelatedGroup, RelatedUser } from '../identity/index.ts';
import { CodeEditorPageContent, type TextByLanguage } from './code-editor/code-editor-page.type.ts';
import type { PagePermission } from './page-rights.ts';
import { StudioPageContent } from './studio/studio-page.type.ts';

@InterfaceType('PageConfiguration', {
  implements: Node,
  description: 'A page as those see it who edit it: its draft, and how it stands.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class PageConfiguration extends Node {
  @Field(() => ID, { description: 'Identifies the page for life.' })
  uid!: string;

  @Field(() => String, { description: 'Its place in addresses; no other page of its kind has it.' })
  slug!: string;

  @Field(() => Int, {
    description: 'Raised by every change; send it back as `expectedRevision` to change only what you have seen.',
  })
  revision!: number;

  @Field(() => Boolean, { description: 'Whether only those see it who have the right to.' })
  isRestricted!: boolean;

  @Field(() => DateTime, { nullable: true, description: 'When it was last published; null while it is not.' })
  publishedAt!: string | null;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: string;

  @Field(() => Boolean, { description: 'Whether you may decide who sees it.' })
  mayManage!: boolean;
}

@ObjectType({ implements: PageConfiguration, description: 'A studio page as those see it who edit it.' })
export class StudioPageConfiguration extends PageConfiguration {
  @Field(() => String, { description: 'The title of the draft.' })
  title!: string;

  @Field(() => String, { description: 'What the draft is about; may be empty.' })
  description!: string;

  @Field(() => StudioPageContent, { description: 'What the draft consists of.' })
  content!: StudioPageContent;
}

@ObjectType({ implements: PageConfiguration, description: 'A code editor page as those see it who edit it.' })
export class CodeEditorPageConfiguration extends PageConfiguration {
  @Field(() => JsonMap, { description: 'The titles of the draft by language (ISO 639-1).' })
  titles!: TextByLanguage;

  @Field(() => CodeEditorPageContent, { description: 'What the draft consists of.' })
  content!: CodeEditorPageContent;
}

@ObjectType({ description: 'A page of a list of configured pages.' })
export class PageConfigurationConnection extends ConnectionOf(PageConfiguration, 'PageConfiguration') {}

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
    manage_page: { description: 'Decide who sees the page; and all that `edit_page` allows.' },
  },
});

@ObjectType({ description: 'What a user or every member of a group may do with one page.' })
export class PageRuleset {
  @Field(() => RelatedUser, { nullable: true, description: "Whom it is for; null where it is a group's." })
  user!: RelatedUser | null;

  @Field(() => RelatedGroup, {
    nullable: true,
    description: "Whose members it is for; null where it is a single user's.",
  })
  group!: RelatedGroup | null;

  @Field(() => [PagePermissionEnum], { description: 'The rights.' })
  permissions!: readonly PagePermission[];
}

@ObjectType({ description: 'A page of a list of page rulesets.' })
export class PageRulesetConnection extends ConnectionOf(PageRuleset, 'PageRuleset') {}

@ObjectType({ description: 'A page after a change.' })
export class PagePayload {
  @Field(() => PageConfiguration, {
    nullable: true,
    description: 'The page; null when the change took your right to read it.',
  })
  page!: PageConfiguration | null;
}

@ObjectType({ description: 'A page that is gone.' })
export class DeletePagePayload {
  @Field(() => ID, { description: 'The global `id` that it had, by which a cache drops it.' })
  id!: string;

  @Field(() => ID, { description: 'The uid that it had.' })
  uid!: string;
}
