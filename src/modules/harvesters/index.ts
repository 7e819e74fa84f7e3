import type { CatalogModule } from '#api/catalog-module.ts';
import { harvesterOrdersJob, harvestJob, harvesterSchedulesJob } from './harvest.job.ts';
import { HarvestedDatasetEntity, HarvesterEntity, HarvesterScheduleEntity } from './harvester.entity.ts';
import { HarvesterResolver } from './harvester.resolver.ts';
import { harvesterRoots, harvesters, harvesterSchedules } from './harvester.source.ts';

export { resumeAllHarvests } from './harvest.job.ts';

/** Harvesters: what reads the lists of other portals into datasets. */
export const harvestersModule: CatalogModule = {
  name: 'harvesters',
  entities: [HarvesterEntity, HarvestedDatasetEntity, HarvesterScheduleEntity],
  resolvers: [HarvesterResolver],
  sources: [harvesters, harvesterSchedules],
  roots: harvesterRoots,
  jobs: [harvestJob, harvesterOrdersJob, harvesterSchedulesJob],
  encryptedColumns: [{ table: 'harvester', column: 'secrets' }],
};
