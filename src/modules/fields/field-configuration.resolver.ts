import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { deletedPartPayload, Dataset } from '#datasets/index.ts';
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
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => AppendFieldConfigurationInput, 'The configuration.')
  async appendFieldConfiguration(input: AppendFieldConfigurationInput, ctx: RequestContext) {
    return lazyObject(configurationPayload(ctx, input.datasetUid, await appendFieldConfiguration(ctx, input)));
  }

  @Mutation(() => FieldConfigurationPayload, { description: 'Changes a field configuration in place.' })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => UpdateFieldConfigurationInput, 'The change.')
  async updateFieldConfiguration(input: UpdateFieldConfigurationInput, ctx: RequestContext) {
    return lazyObject(configurationPayload(ctx, input.datasetUid, await updateFieldConfiguration(ctx, input)));
  }

  @Mutation(() => DeleteFieldConfigurationPayload, {
    description: "Removes a field configuration from a dataset's stack.",
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => DeleteFieldConfigurationInput, 'The field configuration.')
  async deleteFieldConfiguration(input: DeleteFieldConfigurationInput, ctx: RequestContext) {
    return deletedPartPayload(ctx, 'FieldConfiguration', input.datasetUid, await deleteFieldConfiguration(ctx, input));
  }
}
