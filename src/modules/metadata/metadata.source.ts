import { computed } from '../../api/reading/computed.ts';
import { catalogDatasets, datasets } from '../datasets/index.ts';
import { draftedMetadata, fieldOf, publishedMetadata, templateOf } from './read-metadata.ts';

export const standardMetadataOfDataset = computed({
  source: datasets,
  field: 'standardMetadata',
  needs: ['uid', 'metadata'],
  value: draftedMetadata,
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

export const standardMetadataOfCatalogDataset = computed({
  source: catalogDatasets,
  field: 'standardMetadata',
  needs: ['uid', 'metadata'],
  value: publishedMetadata,
});
