import type { CatalogModule } from '#api/catalog-module.ts';
import { computed } from '#api/reading/declare-fields.ts';
import { JsonMap } from '#api/types/scalars.ts';
import { resolverNeeds } from '#api/reading/declare-source.ts';
import { unsupported } from '#api/planning/plan-builder.ts';
import { sql } from '#kernel/sql.ts';
import { isDataVisible } from '#access/index.ts';
import { catalogDatasets, publishedRecordCount } from '#datasets/index.ts';
import { generationOfDataset } from '#records/index.ts';
import { DatasetRecordsResolver, FacetResolver } from './explore.resolver.ts';
import { mappingOfDataset } from './exports.service.ts';
import { CallCountEntity } from './call-count.entity.ts';
import { deletePastCallCountsJob } from './quota.ts';
import { findRecordNode } from './records.service.ts';
import { recordFieldsOf, recordSchemaOf } from './record-schema.ts';
import { RecordFieldType } from './records.type.ts';

export { exploreValues } from './explore-values.ts';
export { ExportOptionsInput } from './export.type.ts';
export { parseExportLimit, parseExportOptions, prepareFile } from './exports.service.ts';
export { countDomainCall } from './quota.ts';

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

// A plan knows the count where the caller sees all records or none. The others are counted by the column engine, which resolvers ask.
catalogDatasets.computedFields.set('recordCount', {
  needs: [],
  value: () => unsupported('CatalogDataset.recordCount'),
  inSql: {
    isKnown: (dataset, session) =>
      sql`(not ${isDataVisible(session, dataset)} or ${publishedRecordCount(dataset, session)} is not null)`,
    value: (dataset, _given, session) =>
      sql`case when ${isDataVisible(session, dataset)} then ${publishedRecordCount(dataset, session)} end`,
  },
});

computed({
  source: catalogDatasets,
  field: 'schema',
  type: () => [RecordFieldType],
  description: 'The fields of the published records that the caller may see, in order.',
  needs: ['fields', 'metadata'],
  value: recordFieldsOf,
});
computed({
  source: catalogDatasets,
  field: 'recordSchema',
  type: () => JsonMap,
  description:
    'The JSON Schema (2020-12) of `values` without `select`, for code generators and agents. Every value may be null.',
  needs: ['fields', 'metadata', 'datasetId'],
  value: (dataset) => recordSchemaOf(dataset.datasetId, recordFieldsOf(dataset)),
});

/** Reading the published records of a dataset: their schema, pages, aggregates and facets, within the caller's access and quota. */
export const exploreModule: CatalogModule = {
  name: 'explore',
  entities: [CallCountEntity],
  resolvers: [DatasetRecordsResolver, FacetResolver],
  sources: [],
  nodes: { Record: findRecordNode },
  jobs: [deletePastCallCountsJob],
};
