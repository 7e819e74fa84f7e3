import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../api/context.ts';
import { listPage } from '../../../api/reading/list-page.ts';
import { PageArgs } from '../../../api/reading/page-args.ts';
import { requireConfigurationRight } from '../../access/index.ts';
import { describeField, describeFields, filterTemplates } from './describe-templates.ts';
import {
  MetadataTemplateArgs,
  MetadataTemplateConnection,
  MetadataTemplateField,
  MetadataTemplateFieldConnection,
  MetadataTemplateType,
} from './metadata-template.type.ts';
import { templates } from './registry.ts';
import type { MetadataTemplate } from './template.ts';

@Resolver(() => MetadataTemplateType)
export class MetadataTemplateResolver {
  @Query(() => MetadataTemplateConnection, {
    nullable: true,
    description:
      'The templates that the portal describes datasets with, for those who may configure some dataset. Null, with an error, for others.',
  })
  metadataTemplates(
    @Args(() => PageArgs) page: PageArgs,
    @Args(() => MetadataTemplateArgs) asked: MetadataTemplateArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return requireConfigurationRight(ctx, () => listPage(filterTemplates(asked), page));
  }

  @Query(() => MetadataTemplateType, {
    nullable: true,
    description:
      'One of these templates; null when there is none of this name. Null, with an error, for those who may configure no dataset.',
  })
  metadataTemplate(@Arg('name', () => String, { description: 'Its name.' }) name: string, @Ctx() ctx: RequestContext) {
    return requireConfigurationRight(ctx, () => templates.get(name));
  }

  @FieldResolver(() => MetadataTemplateFieldConnection, { description: 'Its fields, in the order of a form.' })
  fields(@Root() template: MetadataTemplate, @Args(() => PageArgs) page: PageArgs) {
    return listPage(describeFields(template), page);
  }

  @FieldResolver(() => MetadataTemplateField, {
    nullable: true,
    description: 'One of its fields; null when none of this name is listed.',
  })
  field(@Root() template: MetadataTemplate, @Arg('name', () => String, { description: 'Its name.' }) name: string) {
    return describeField(template, name);
  }
}
