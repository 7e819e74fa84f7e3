import { TakesInput } from '#api/types/change.inputs.ts';
import { Arg, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { JsonMap } from '#api/types/scalars.ts';
import { CatalogDataset, datasetPayload, Dataset, DatasetPayload } from '#datasets/index.ts';
import {
  DeleteDatasetMetadataFieldInput,
  UpdateDatasetMetadataFieldInput,
  UpdateDatasetMetadataInput,
  UpdateDatasetMetadataTemplateInput,
} from './metadata.inputs.ts';
import { deleteField, updateField, updateMetadata, updateTemplate } from './metadata.service.ts';
import {
  metadataFieldOfDataset,
  metadataFieldsOfCatalogDataset,
  metadataFieldsOfDataset,
  metadataTemplateOfDataset,
  metadataValuesOfCatalogDataset,
  standardMetadataOfCatalogDataset,
  standardMetadataOfDataset,
} from './metadata.source.ts';
import { CatalogMetadata, MetadataFieldValue, StandardMetadata } from './metadata.type.ts';

@Resolver(() => Dataset)
export class MetadataResolver {
  @FieldResolver(() => StandardMetadata, {
    description: 'The drafted metadata of the standard templates, every field with its type.',
  })
  standardMetadata(@Root() dataset: Dataset) {
    return standardMetadataOfDataset(dataset, {});
  }

  @FieldResolver(() => JsonMap, {
    nullable: true,
    description: 'One template of the drafted metadata: field → `{value}`. Null for an unknown template.',
  })
  metadataTemplate(
    @Root() dataset: Dataset,
    @Arg('name', () => String, { description: "The template's name." }) name: string,
  ) {
    return metadataTemplateOfDataset(dataset, { name });
  }

  @FieldResolver(() => MetadataFieldValue, {
    nullable: true,
    description: 'One field of the drafted metadata. Null when it is unset.',
  })
  metadataField(
    @Root() dataset: Dataset,
    @Arg('template', () => String, { description: "The template's name." }) template: string,
    @Arg('field', () => String, { description: "The field's name." }) field: string,
  ) {
    return metadataFieldOfDataset(dataset, { template, field });
  }

  @FieldResolver(() => [MetadataFieldValue], {
    description: 'The fields of the drafted metadata: `metadata` with types.',
  })
  metadataFields(
    @Root() dataset: Dataset,
    @Arg('template', () => String, { nullable: true, description: 'Only the fields of the template with this name.' })
    template: string | null | undefined,
  ) {
    return metadataFieldsOfDataset(dataset, { template });
  }

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

@Resolver(() => CatalogDataset)
export class CatalogMetadataResolver {
  @FieldResolver(() => CatalogMetadata, {
    description: 'The published metadata of the standard templates, every field with its type.',
  })
  standardMetadata(@Root() dataset: CatalogDataset) {
    return standardMetadataOfCatalogDataset(dataset, {});
  }

  @FieldResolver(() => [MetadataFieldValue], {
    description: 'The fields of the published metadata: `metadata` with types.',
  })
  metadataFields(
    @Root() dataset: CatalogDataset,
    @Arg('template', () => String, { nullable: true, description: 'Only the fields of the template with this name.' })
    template: string | null | undefined,
  ) {
    return metadataFieldsOfCatalogDataset(dataset, { template });
  }

  @FieldResolver(() => JsonMap, {
    description:
      'The published metadata as template → field → value, with every field of the active templates that describe datasets or serve the exchange with other catalogs; null where a field is unset.',
  })
  metadataValues(
    @Root() dataset: CatalogDataset,
    @Arg('withExtras', () => Boolean, {
      defaultValue: false,
      description: 'Whether to add the templates of the portal, such as visualization.',
    })
    withExtras: boolean,
  ) {
    return metadataValuesOfCatalogDataset(dataset, { withExtras });
  }
}
