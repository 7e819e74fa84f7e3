import type { CatalogModule } from '#api/catalog-module.ts';
import { JobResolver } from './job.resolver.ts';
import { findJobNode } from './jobs.service.ts';

/** The jobs that have not ended, for administrators. The jobs themselves are those of the other modules. */
export const jobsModule: CatalogModule = {
  name: 'jobs',
  entities: [],
  resolvers: [JobResolver],
  sources: [],
  nodes: { Job: findJobNode },
};
