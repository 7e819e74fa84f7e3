import type { CatalogModule } from '../../api/catalog-module.ts';
import { GenerationEntity, RecordEntity } from './generations/generation.entity.ts';

export type { TransformConfiguration } from './generations/generation.entity.ts';
export type { RecordField } from './record-field.ts';
export {
  findReadableRecords,
  findVisibleRecords,
  type ReadableRecords,
  type VisibleRecords,
} from './visible/visible-records.ts';
export { readVisibleRecords } from './visible/read-records.ts';

/** The published records: one generation for each publication, and the one door through which they are read. */
export const recordsModule: CatalogModule = {
  name: 'records',
  entities: [RecordEntity, GenerationEntity],
  resolvers: [],
  sources: [],
};
