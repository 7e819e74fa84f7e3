import type { CatalogModule } from '#api/catalog-module.ts';
import { resolverNeeds } from '#api/reading/declare-source.ts';
import { catalogDatasets } from '#datasets/index.ts';
import { generationOfDataset } from '#records/index.ts';
import { DatasetAggregateResolver } from './aggregate/aggregate.resolver.ts';
import { DatasetFacetsResolver, FacetResolver } from './facets/facets.resolver.ts';
import { mappingOfDataset } from './exports/dataset-mapping.ts';
import { DatasetExportsResolver } from './exports/exports.resolver.ts';
import { DatasetFilesResolver } from './files/files.resolver.ts';
import { CallCountEntity } from './quota/call-count.entity.ts';
import { DatasetQuotaResolver } from './quota/quota.resolver.ts';
import { deletePastCallCountsJob } from './quota/delete-past-call-counts.job.ts';
import { DatasetRecordsResolver } from './records/records.resolver.ts';
import { DatasetRowsResolver } from './rows/rows.resolver.ts';
import { DatasetSchemaResolver } from './schema/schema.resolver.ts';
import { DatasetExploreValuesResolver } from './values/explore-values.resolver.ts';

export { exploreValues } from './values/explore-values.ts';
export { ExportOptionsInput } from './exports/export.type.ts';
export { parseExportLimit, parseExportOptions } from './exports/export.rules.ts';
export { prepareFile } from './exports/prepare-file.ts';

resolverNeeds({
  source: catalogDatasets,
  fields: ['recordCount', 'records', 'record', 'aggregate', 'recordFacets', 'rows', 'file', 'quotaUsage'],
  needs: ['uid', 'datasetId', 'metadata'],
  extras: [generationOfDataset],
});
resolverNeeds({
  source: catalogDatasets,
  fields: ['export'],
  needs: ['uid', 'datasetId', 'metadata', 'fields'],
  extras: [generationOfDataset, mappingOfDataset],
});
resolverNeeds({ source: catalogDatasets, fields: ['exploreValues'], needs: ['uid'] });

export { countDomainCall } from './quota/count-call.ts';

/** Reading the published records of a dataset: their schema, pages, aggregates and facets, within the caller's access and quota. */
export const exploreModule: CatalogModule = {
  name: 'explore',
  entities: [CallCountEntity],
  resolvers: [
    DatasetSchemaResolver,
    DatasetExploreValuesResolver,
    DatasetQuotaResolver,
    DatasetRecordsResolver,
    DatasetAggregateResolver,
    DatasetFacetsResolver,
    FacetResolver,
    DatasetExportsResolver,
    DatasetRowsResolver,
    DatasetFilesResolver,
  ],
  sources: [],
  jobs: [deletePastCallCountsJob],
};
