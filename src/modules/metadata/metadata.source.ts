import { computed } from '#api/reading/declare-source.ts';
import { catalogDatasets, datasets } from '#datasets/index.ts';
import { metadataValues } from './metadata-values.ts';
import {
  fieldOf,
  fieldsOf,
  publishedFieldsOf,
  templateOf,
  toCatalogMetadata,
  toStandardMetadata,
} from './read-metadata.ts';

export const standardMetadataOfDataset = computed({
  source: datasets,
  field: 'standardMetadata',
  needs: ['uid', 'metadata'],
  value: toStandardMetadata,
});

export const metadataTemplateOfDataset = computed({
  source: datasets,
  field: 'metadataTemplate',
  needs: ['metadata'],
  value: ({ metadata }, { name }: { name: string }) => templateOf(metadata, name),
});

export const metadataFieldOfDataset = computed({
  source: datasets,
  field: 'metadataField',
  needs: ['uid', 'metadata'],
  value: (dataset, { template, field }: { template: string; field: string }) => fieldOf(dataset, template, field),
});

export const metadataFieldsOfDataset = computed({
  source: datasets,
  field: 'metadataFields',
  needs: ['uid', 'metadata'],
  value: (dataset, { template }: { template?: string | null | undefined }) => fieldsOf(dataset, template),
});

export const metadataFieldsOfCatalogDataset = computed({
  source: catalogDatasets,
  field: 'metadataFields',
  needs: ['uid', 'metadata'],
  value: (dataset, { template }: { template?: string | null | undefined }) => publishedFieldsOf(dataset, template),
});

export const standardMetadataOfCatalogDataset = computed({
  source: catalogDatasets,
  field: 'standardMetadata',
  needs: ['uid', 'metadata'],
  value: toCatalogMetadata,
});

export const metadataValuesOfCatalogDataset = computed({
  source: catalogDatasets,
  field: 'metadataValues',
  needs: ['metadata'],
  value: ({ metadata }, { withExtras }: { withExtras: boolean }) => metadataValues(metadata, withExtras),
});
