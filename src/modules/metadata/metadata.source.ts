import { computed } from '../../api/reading/computed.ts';
import { catalogDatasets, datasets } from '../datasets/index.ts';
import { fieldOf, standardMetadata, templateOf } from './read-metadata.ts';

export const standardMetadataOfDataset = computed({
  of: datasets, field: 'standardMetadata', needs: ['metadata'], value: ({ metadata }) => standardMetadata(metadata),
});

export const metadataTemplateOfDataset = computed({
  of: datasets, field: 'metadataTemplate', needs: ['metadata'], value: ({ metadata }, { name }: { name: string }) => templateOf(metadata, name),
});

export const metadataFieldOfDataset = computed({
  of: datasets, field: 'metadataField', needs: ['metadata'],
  value: ({ metadata }, { template, field }: { template: string; field: string }) => fieldOf(metadata, template, field),
});

export const standardMetadataOfCatalogDataset = computed({
  of: catalogDatasets, field: 'standardMetadata', needs: ['metadata'], value: ({ metadata }) => standardMetadata(metadata),
});
