import type { CatalogModule } from '../../api/catalog-module.ts';
import { sql } from '../../kernel/sql.ts';
import { RecordFileEntity } from './files/record-file.entity.ts';
import { GenerationEntity } from './generations/generation.entity.ts';
import { addWordsJob } from './generations/add-words.job.ts';
import { indexTableJob } from './generations/index-table.job.ts';
import { keyRecordIdsJob } from './generations/key-record-ids.job.ts';
import { moveRecords } from './generations/move-records.ts';
import { RecordTailEntity } from './generations/record-tail.entity.ts';

export type { TransformConfiguration } from './generations/generation.entity.ts';
export { appendRecords, widenInts, type AppendableGeneration } from './generations/append-records.ts';
export { tableOfGeneration, storedGeneration, type StoredGeneration } from './generations/generation-table.ts';
export { createGeneration } from './generations/create-generation.ts';
export {
  dropGeneration,
  dropGenerations,
  retireGeneration,
  retireGenerationsOf,
  reviveGenerationsOf,
} from './generations/drop-generations.ts';
export { resumeIndexing } from './generations/index-table.job.ts';
export { storeFilesOf } from './files/store-files-of.ts';
export { isStoredFile } from './files/file-json.ts';
export type { PublishedField, RecordField } from './record-field.ts';
export { finishTable } from './table/finish-table.ts';
export { recordIdentityOf } from './table/record-identity.ts';
export { TableLines } from './table/table-lines.ts';
export {
  findReadableRecords,
  findVisibleRecords,
  generationOfDataset,
  visibleRecordsIn,
  type ReadableRecords,
  type VisibleRecords,
} from './visible/visible-records.ts';
export { recordIdField, type RecordIdField } from './visible/record-scope.ts';
export { hasVisibleRecord } from './visible/has-visible-record.ts';
export { readVisibleRecords } from './visible/read-records.ts';
export { sequenceOf } from './visible/record-sequence.ts';

/** The published records: one generation for each publication, and the only functions through which they are read. */
export const recordsModule: CatalogModule = {
  name: 'records',
  entities: [GenerationEntity, RecordFileEntity, RecordTailEntity],
  resolvers: [],
  sources: [],
  jobs: [addWordsJob, indexTableJob, keyRecordIdsJob],
  prepare: moveRecords,
  blobReferences: [sql`select blob_key from record_file`, sql`select file from generation where file is not null`],
};
