import { bindQuery } from '#engine/odsql/bind/bind-query.ts';
import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import { failFields } from '#kernel/fail.ts';
import type { CatalogDataset } from '#datasets/index.ts';
import { aggregateTree } from '../inputs/aggregate-tree.ts';
import { readRows, readTotals } from '../reading/read-rows.ts';
import { openSelection, selectionArguments } from '../records/records.service.ts';
import type { Aggregate, AggregateArgs } from './aggregate.type.ts';

/** The maximum sum of `first` and `offset` (docs/contract/explore.md 3). */
const maxReach = 20_000;

/** Groups the selected records of a dataset, and computes measures of each group. */
export async function aggregateRecords(
  ctx: RequestContext,
  dataset: Row<CatalogDataset>,
  args: AggregateArgs,
): Promise<Aggregate> {
  const selection = await openSelection(ctx, dataset, selectionArguments(args));
  const { first, offset, measures } = args;
  if (first < 0 || offset < 0 || first + offset > maxReach)
    failFields({
      first: [`Ask for 0 groups or more; offset and first together may reach at most ${String(maxReach)}.`],
    });
  const by = args.by ?? [];
  if (by.length === 0 && measures.length === 0) failFields({ measures: ['Give at least one measure or one key.'] });
  const tree = aggregateTree({ by, measures, orderBy: args.orderBy ?? [] }, selection.scope);
  const query = bindQuery(tree, selection.scope);
  if (by.length === 0) return { groups: await readTotals(ctx, selection, query), hasMore: false };
  const groups = await readRows(ctx, selection, query, { limit: first + 1, offset });
  return { groups: groups.slice(0, first), hasMore: groups.length > first };
}
