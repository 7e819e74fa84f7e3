import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { ForRest } from '#api/for-rest.ts';
import { connectionOfList, PageArgs } from '#api/reading/connection.ts';
import { requireConfigurationRight } from '#access/index.ts';
import { describeField, describeFields, filterTemplates } from './metadata.source.ts';
import {
  MetadataTemplateArgs,
  MetadataTemplateConnection,
  MetadataTemplateField,
  MetadataTemplateFieldConnection,
  MetadataTemplateType,
} from './metadata-template.type.ts';
import { templates } from './standard-templates.ts';
import type { MetadataTemplate } from './template.ts';

@Resolver(() => MetadataTemplateType)
export class MetadataTemplateResolver {
  @Query(() => MetadataTemplateConnection, {
    nullable: true,
    description:
      'The metadata templates of the portal. Needs the right to configure a dataset, else null with an error.',
  })
  metadataTemplates(
    @Args(() => PageArgs) page: PageArgs,
    @Args(() => MetadataTemplateArgs) { filter }: MetadataTemplateArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return requireConfigurationRight(ctx, () => connectionOfList(filterTemplates(filter), page));
  }

  @Query(() => MetadataTemplateType, {
    nullable: true,
    description:
      'One metadata template. Null when there is none with this name. Needs the right to configure a dataset, else null with an error.',
  })
  metadataTemplate(
    @Arg('name', () => String, { description: 'The name of the template.' }) name: string,
    @Ctx() ctx: RequestContext,
  ) {
    return requireConfigurationRight(ctx, () => templates.get(name));
  }

  @FieldResolver(() => MetadataTemplateFieldConnection, { description: 'The fields, in the order of a form.' })
  fields(@Root() template: MetadataTemplate, @Args(() => PageArgs) page: PageArgs) {
    return connectionOfList(describeFields(template), page);
  }

  @ForRest()
  @FieldResolver(() => MetadataTemplateField, {
    nullable: true,
    description: 'One field. Null when none is listed with this name.',
  })
  field(
    @Root() template: MetadataTemplate,
    @Arg('name', () => String, { description: 'The name of the field.' }) name: string,
  ) {
    return describeField(template, name);
  }
}
