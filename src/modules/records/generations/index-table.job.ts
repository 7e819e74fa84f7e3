import type { JobHandler } from '../../../api/catalog-module.ts';
import { finishTable } from '../table/finish-table.ts';

/** Creates the indexes of tables that pushed records made large. */
export const indexQueue = 'records_index';

export const indexTableJob: JobHandler = {
  queue: indexQueue,
  run: (ctx, { data, signal }) => finishTable(ctx.app, Number(data['generation']), { facets: [], signal }),
};
