import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
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
  async updateDatasetMetadata(
    @Arg('input', () => UpdateDatasetMetadataInput, { description: 'The metadata.' }) input: UpdateDatasetMetadataInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(datasetPayload(ctx, await updateMetadata(ctx, input)));
  }

  @Mutation(() => DatasetPayload, { description: "Replaces one template of a dataset's metadata." })
  async updateDatasetMetadataTemplate(
    @Arg('input', () => UpdateDatasetMetadataTemplateInput, { description: 'The template and its fields.' })
    input: UpdateDatasetMetadataTemplateInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(datasetPayload(ctx, await updateTemplate(ctx, input)));
  }

  @Mutation(() => DatasetPayload, {
    description: "Sets one field of a dataset's metadata; the other fields stay unchanged.",
  })
  async updateDatasetMetadataField(
    @Arg('input', () => UpdateDatasetMetadataFieldInput, { description: 'The field and its value.' })
    input: UpdateDatasetMetadataFieldInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(datasetPayload(ctx, await updateField(ctx, input)));
  }

  @Mutation(() => DatasetPayload, { description: "Removes one field of a dataset's metadata." })
  async deleteDatasetMetadataField(
    @Arg('input', () => DeleteDatasetMetadataFieldInput, { description: 'The field.' })
    input: DeleteDatasetMetadataFieldInput,
    @Ctx() ctx: RequestContext,
  ) {
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
