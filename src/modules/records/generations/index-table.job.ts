import type { JobHandler } from '../../../api/catalog-module.ts';
import { finishTable } from '../table/finish-table.ts';

/** The queue of tables that pushed records made large. */
export const indexQueue = 'records_index';

/** Creates the indexes of tables that pushed records made large. */
export const indexTableJob: JobHandler = {
  queue: indexQueue,
  run: (ctx, { data, signal }) => finishTable(ctx.app, Number(data['generation']), { facets: [], signal }),
};
