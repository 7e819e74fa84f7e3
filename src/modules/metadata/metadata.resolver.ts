import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { datasetPayload, Dataset, DatasetPayload } from '#datasets/index.ts';
import {
  DeleteDatasetMetadataFieldInput,
  UpdateDatasetMetadataFieldInput,
  UpdateDatasetMetadataInput,
  UpdateDatasetMetadataTemplateInput,
} from './metadata.inputs.ts';
import { deleteField, updateField, updateMetadata, updateTemplate } from './metadata.service.ts';

@Resolver(() => Dataset)
export class MetadataResolver {
  @Mutation(() => DatasetPayload, { description: 'Replaces all metadata of a dataset.' })
  @TakesInput(() => UpdateDatasetMetadataInput, 'The metadata.')
  async updateDatasetMetadata(input: UpdateDatasetMetadataInput, ctx: RequestContext) {
    return lazyObject(datasetPayload(ctx, await updateMetadata(ctx, input)));
  }

  @Mutation(() => DatasetPayload, { description: "Replaces one template of a dataset's metadata." })
  @TakesInput(() => UpdateDatasetMetadataTemplateInput, 'The template and its fields.')
  async updateDatasetMetadataTemplate(input: UpdateDatasetMetadataTemplateInput, ctx: RequestContext) {
    return lazyObject(datasetPayload(ctx, await updateTemplate(ctx, input)));
  }

  @Mutation(() => DatasetPayload, {
    description: "Sets one field of a dataset's metadata; the other fields stay unchanged.",
  })
  @TakesInput(() => UpdateDatasetMetadataFieldInput, 'The field and its value.')
  async updateDatasetMetadataField(input: UpdateDatasetMetadataFieldInput, ctx: RequestContext) {
    return lazyObject(datasetPayload(ctx, await updateField(ctx, input)));
  }

  @Mutation(() => DatasetPayload, { description: "Removes one field of a dataset's metadata." })
  @TakesInput(() => DeleteDatasetMetadataFieldInput, 'The field.')
  async deleteDatasetMetadataField(input: DeleteDatasetMetadataFieldInput, ctx: RequestContext) {
    return lazyObject(datasetPayload(ctx, await deleteField(ctx, input)));
  }
}
