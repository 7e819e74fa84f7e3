import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { ForRest } from '#api/for-rest.ts';
import { lazyObject } from '#kernel/json.ts';
import { datasetPayload, Dataset, DatasetPayload } from '#datasets/index.ts';
import {
  DeleteDatasetMetadataFieldInput,
  ReplaceDatasetMetadataInput,
  ReplaceDatasetMetadataTemplateInput,
  UpdateDatasetMetadataFieldInput,
  UpdateDatasetMetadataInput,
} from './metadata.inputs.ts';
import { deleteField, replaceMetadata, replaceTemplate, updateField, updateMetadata } from './metadata.service.ts';

@Resolver(() => Dataset)
export class MetadataResolver {
  @Mutation(() => DatasetPayload, {
    description: "Sets fields of a dataset's metadata; the other fields stay unchanged.",
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => UpdateDatasetMetadataInput, 'The fields and their values.')
  async updateDatasetMetadata(input: UpdateDatasetMetadataInput, ctx: RequestContext) {
    return lazyObject(datasetPayload(ctx, await updateMetadata(ctx, input)));
  }

  @ForRest()
  @Mutation(() => DatasetPayload, {
    description: 'Replaces all metadata of a dataset.',
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => ReplaceDatasetMetadataInput, 'The metadata.')
  async replaceDatasetMetadata(input: ReplaceDatasetMetadataInput, ctx: RequestContext) {
    return lazyObject(datasetPayload(ctx, await replaceMetadata(ctx, input)));
  }

  @ForRest()
  @Mutation(() => DatasetPayload, {
    description: "Replaces one template of a dataset's metadata.",
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => ReplaceDatasetMetadataTemplateInput, 'The template and its fields.')
  async replaceDatasetMetadataTemplate(input: ReplaceDatasetMetadataTemplateInput, ctx: RequestContext) {
    return lazyObject(datasetPayload(ctx, await replaceTemplate(ctx, input)));
  }

  @ForRest()
  @Mutation(() => DatasetPayload, {
    description: "Sets one field of a dataset's metadata; the other fields stay unchanged.",
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => UpdateDatasetMetadataFieldInput, 'The field and its value.')
  async updateDatasetMetadataField(input: UpdateDatasetMetadataFieldInput, ctx: RequestContext) {
    return lazyObject(datasetPayload(ctx, await updateField(ctx, input)));
  }

  @ForRest()
  @Mutation(() => DatasetPayload, { description: "Removes one field of a dataset's metadata." })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => DeleteDatasetMetadataFieldInput, 'The field.')
  async deleteDatasetMetadataField(input: DeleteDatasetMetadataFieldInput, ctx: RequestContext) {
    return lazyObject(datasetPayload(ctx, await deleteField(ctx, input)));
  }
}
