import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { loadByArgument, loadPage } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import type { Row } from '#api/reading/type-source.ts';
import { toNodeId } from '#kernel/ids.ts';
import { Dataset, datasetPartPayload } from '#datasets/index.ts';
import {
  appendFieldConfiguration,
  deleteFieldConfiguration,
  updateFieldConfiguration,
} from './field-configurations.service.ts';
import {
  AppendFieldConfigurationInput,
  DeleteFieldConfigurationInput,
  UpdateFieldConfigurationInput,
} from './field-configuration.inputs.ts';
import { configurationOfDataset, configurationPayload, configurationsOfDataset } from './field-configuration.source.ts';
import {
  DeleteFieldConfigurationPayload,
  FieldConfiguration,
  FieldConfigurationConnection,
  FieldConfigurationPayload,
} from './field-configuration.type.ts';

@Resolver(() => Dataset)
export class FieldConfigurationResolver {
  @FieldResolver(() => FieldConfigurationConnection, {
    description: 'The field configurations, applied in this order after the processors.',
  })
  fieldConfigurations(@Root() dataset: Row<Dataset>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, configurationsOfDataset, dataset, page);
  }

  @FieldResolver(() => FieldConfiguration, {
    nullable: true,
    description: 'One field configuration. Null when there is none with this uid.',
  })
  fieldConfiguration(
    @Root() dataset: Row<Dataset>,
    @Arg('uid', () => ID, { description: 'The uid of the field configuration.' }) uid: string,
    @Ctx() ctx: RequestContext,
  ) {
    return loadByArgument(ctx, configurationOfDataset, dataset, uid);
  }

  @Mutation(() => FieldConfigurationPayload, {
    description: "Appends a field configuration to a dataset's stack.",
  })
  async appendFieldConfiguration(
    @Arg('input', () => AppendFieldConfigurationInput, { description: 'The configuration.' })
    input: AppendFieldConfigurationInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(configurationPayload(ctx, input.datasetUid, await appendFieldConfiguration(ctx, input)));
  }

  @Mutation(() => FieldConfigurationPayload, { description: 'Changes a field configuration in place.' })
  async updateFieldConfiguration(
    @Arg('input', () => UpdateFieldConfigurationInput, { description: 'The change.' })
    input: UpdateFieldConfigurationInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(configurationPayload(ctx, input.datasetUid, await updateFieldConfiguration(ctx, input)));
  }

  @Mutation(() => DeleteFieldConfigurationPayload, {
    description: "Removes a field configuration from a dataset's stack.",
  })
  async deleteFieldConfiguration(
    @Arg('input', () => DeleteFieldConfigurationInput, { description: 'The field configuration.' })
    input: DeleteFieldConfigurationInput,
    @Ctx() ctx: RequestContext,
  ) {
    return deletePayload(ctx, input.datasetUid, await deleteFieldConfiguration(ctx, input));
  }
}

const deletePayload = (ctx: RequestContext, datasetUid: string, uid: string) =>
  lazyObject({
    ...deletedObject(toNodeId('FieldConfiguration', uid)),
    uid: () => uid,
    ...datasetPartPayload(ctx, datasetUid),
  });
