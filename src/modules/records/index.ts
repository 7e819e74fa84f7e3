import type { CatalogModule } from '#api/catalog-module.ts';
import { sql } from '#kernel/sql.ts';
import { RecordFileEntity } from './files/record-file.entity.ts';
import { foldTailsJob } from './generations/fold-tails.job.ts';
import { GenerationEntity } from './generations/generation.entity.ts';
import { RecordTailEntity } from './generations/record-tail.entity.ts';
import { moveRecordsJob } from './generations/move-records.ts';

export type { TransformConfiguration } from './generations/generation.entity.ts';
export { appendRecords, withFile, type AppendableGeneration } from './generations/append-records.ts';
export { tableOfGeneration, storedGeneration, type StoredGeneration } from './generations/generations.service.ts';
export { createGeneration } from './generations/generations.service.ts';
export { GenerationFileWriter, setWrittenRecords, type WrittenRecords } from './generations/generation-file-writer.ts';
export {
  dropGeneration,
  dropGenerations,
  retireGeneration,
  retireGenerationsOf,
  reviveGenerationsOf,
} from './generations/generations.service.ts';
export { summarizeRecords } from './summary/summarize-records.ts';
export { storedFilesOf } from './generations/generations.service.ts';
export type { PublishedField, RecordField } from './record-field.ts';
export { columnsOfGeneration } from './record-field.ts';
export { recordIdentityOf } from './table/record-encoder.ts';
export {
  findReadableRecords,
  findVisibleRecords,
  generationOfDataset,
  visibleRecordsIn,
  type ReadableRecords,
  type VisibleRecords,
} from './visible/visible-records.ts';
export { positionField, recordIdField } from './visible/record-scope.ts';
export { isRecordId, recordWithId } from './visible/record-id.ts';
export { hasVisibleRecord } from './visible/has-visible-record.ts';
export { readVisibleRecords } from './visible/read-records.ts';
export { recordRows, type RecordOrder, type RecordRows } from './visible/record-rows.ts';
export { recordsInMemory } from './visible/records-in-memory.ts';
export { sequenceOf } from './visible/record-sequence.ts';

/** The published records: one generation for each publication, and the only functions through which they are read. */
export const recordsModule: CatalogModule = {
  name: 'records',
  entities: [GenerationEntity, RecordFileEntity, RecordTailEntity],
  resolvers: [],
  sources: [],
  jobs: [foldTailsJob, moveRecordsJob],
  blobReferences: [sql`select blob_key from record_file`, sql`select file from generation where file is not null`],
};
