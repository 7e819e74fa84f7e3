import type { CatalogModule } from '#api/catalog-module.ts';
import { correctTotalsJob } from './correct-totals.job.ts';

/** The kept numbers of rows, which lists read instead of counting. */
export const totalsModule: CatalogModule = {
  name: 'totals',
  entities: [],
  resolvers: [],
  sources: [],
  jobs: [correctTotalsJob],
};
