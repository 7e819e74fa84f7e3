import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
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
import { configurationPayload } from './field-configuration.source.ts';
import { DeleteFieldConfigurationPayload, FieldConfigurationPayload } from './field-configuration.type.ts';

@Resolver(() => Dataset)
export class FieldConfigurationResolver {
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
