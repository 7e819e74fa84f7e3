import { Arg, Args, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { Declares } from '#api/errors/declares.ts';
import { ForRest } from '#api/for-rest.ts';
import { deletionPayload } from '#api/node.type.ts';
import { connectionOfList, PageArgs } from '#api/reading/connection.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { requireConfigurationRight } from '#access/index.ts';
import {
  type DescribedField,
  type DescribedTemplate,
  describedTemplate,
  describeField,
  describeFields,
  pageOfTemplates,
  templatePayload,
} from './describe-template.ts';
import {
  CreateMetadataTemplateInput,
  DeleteMetadataTemplateInput,
  UpdateMetadataTemplateInput,
} from './metadata-template.inputs.ts';
import {
  DeleteMetadataTemplatePayload,
  MetadataSuggestions,
  MetadataTemplateArgs,
  MetadataTemplateConnection,
  MetadataTemplateField,
  MetadataTemplateFieldConnection,
  MetadataTemplatePayload,
  MetadataTemplateType,
} from './metadata-template.type.ts';
import {
  createMetadataTemplate,
  deleteMetadataTemplate,
  updateMetadataTemplate,
} from './metadata-templates.service.ts';
import { suggestUrl, suggestValues } from './suggest-values.ts';

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
    return requireConfigurationRight(ctx, () => pageOfTemplates(ctx, page, filter));
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
    return requireConfigurationRight(ctx, () => describedTemplate(ctx, name));
  }

  @FieldResolver(() => MetadataTemplateFieldConnection, { description: 'The fields, in the order of a form.' })
  fields(@Root() { template }: DescribedTemplate, @Args(() => PageArgs) page: PageArgs) {
    return connectionOfList(describeFields(template), page);
  }

  @ForRest()
  @FieldResolver(() => MetadataTemplateField, {
    nullable: true,
    description: 'One field. Null when none is listed with this name.',
  })
  field(
    @Root() { template }: DescribedTemplate,
    @Arg('name', () => String, { description: 'The name of the field.' }) name: string,
  ) {
    return describeField(template, name);
  }

  @Mutation(() => MetadataTemplatePayload, {
    description: 'Creates a metadata template, which holds at once in all datasets.',
  })
  @Declares({ needs: 'administer', fails: [] })
  @TakesInput(() => CreateMetadataTemplateInput, 'The template.')
  async createMetadataTemplate(input: CreateMetadataTemplateInput, ctx: RequestContext) {
    return templatePayload(ctx, await createMetadataTemplate(ctx, input));
  }

  @Mutation(() => MetadataTemplatePayload, { description: 'Changes a metadata template.' })
  @Declares({ needs: 'administer', fails: ['NOT_FOUND'] })
  @TakesInput(() => UpdateMetadataTemplateInput, 'The change.')
  async updateMetadataTemplate(input: UpdateMetadataTemplateInput, ctx: RequestContext) {
    return templatePayload(ctx, await updateMetadataTemplate(ctx, input));
  }

  @Mutation(() => DeleteMetadataTemplatePayload, {
    description: 'Deletes a metadata template of the portal in which no dataset has a value.',
  })
  @Declares({ needs: 'administer', fails: ['NOT_FOUND'] })
  @TakesInput(() => DeleteMetadataTemplateInput, 'The template.')
  async deleteMetadataTemplate(input: DeleteMetadataTemplateInput, ctx: RequestContext) {
    return deletionPayload('MetadataTemplate', await deleteMetadataTemplate(ctx, input), 'name');
  }
}

@Resolver(() => MetadataTemplateField)
export class MetadataTemplateFieldResolver {
  @FieldResolver(() => MetadataSuggestions, {
    nullable: true,
    description:
      'The choices that contain a text and, with `hasSelfSuggestions`, the values in datasets that the caller may read. Case and accents are ignored. Null, with INVALID_INPUT, for an empty text and for another `count`.',
  })
  suggestions(
    @Root() { template, field }: DescribedField,
    @Arg('query', () => String, { description: 'A part of the values, 1 to 200 characters.' }) query: string,
    @Arg('count', () => Int, { defaultValue: 20, description: 'The maximum number of values, 1 to 100.' })
    count: number,
    @Ctx() ctx: RequestContext,
  ) {
    return suggestValues(ctx, template, field, { query, count });
  }

  @ForRest()
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The path of the suggestions in the Automation API; null without `hasSelfSuggestions`.',
  })
  suggestUrl(@Root() { template, field }: DescribedField, @Ctx() ctx: RequestContext) {
    return suggestUrl(ctx, template, field);
  }
}
