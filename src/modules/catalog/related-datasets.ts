import type { RequestContext } from '#api/context.ts';
import { loadByKey } from '#api/reading/load.ts';
import type { Row } from '#api/reading/type-source.ts';
import { failFields } from '#kernel/fail.ts';
import { type CatalogDataset, catalogDatasets } from '#datasets/index.ts';
import { type CatalogColumns, type FacetColumn, loadCatalogColumns } from './catalog-columns.ts';
import { visibleEntries } from './count-facets.ts';
import { findSearcher } from './searcher.ts';

/** The maximum number of related datasets of a dataset. */
const maxRelated = 20;

/** The facets whose values relate datasets, and what a shared value counts: a theme has more datasets in common than a keyword says. */
const relating = [
  ['keyword', 1],
  ['theme', 0.5],
] as const;

/**
 * The datasets that the caller may see which have keywords or themes of a dataset, those first that share more and rarer ones. They are found in the facets in
 * memory; one statement reads those of all datasets of a request. Fails INVALID_INPUT.
 */
export async function findRelated(
  ctx: RequestContext,
  { uid }: Pick<Row<CatalogDataset>, 'uid'>,
  first: number,
): Promise<readonly Row<CatalogDataset>[]> {
  if (first < 1 || first > maxRelated) failFields({ first: [`Use 1 to ${String(maxRelated)}.`] });
  const related = await ctx.loaders.of<readonly string[]>('related datasets', (uids) => rankAll(ctx, uids)).load(uid);
  const rows = await Promise.all(related.slice(0, first).map((each) => loadByKey(ctx, catalogDatasets, each)));
  // a dataset that was unpublished between two statements is left out
  return rows.filter((row) => row !== null);
}

async function rankAll(ctx: RequestContext, uids: readonly string[]): Promise<(readonly string[])[]> {
  const searcher = await findSearcher(ctx);
  const columns = await loadCatalogColumns(ctx, searcher.revision);
  const ranked: (readonly string[])[] = [];
  for (const uid of uids) {
    await ctx.admission.nextTurn();
    const place = columns.placeOf(uid);
    ranked.push(place === undefined ? [] : rank(columns, visibleEntries(columns, searcher), place));
  }
  return ranked;
}

/** The uids of the visible entries that share the most with the one at a place. */
function rank(columns: CatalogColumns, visible: Uint8Array, place: number): readonly string[] {
  const scores = new Float64Array(visible.length);
  for (const [facet, weight] of relating) addScores(scores, columns.column(facet), visible, place, weight);
  const best: { readonly uid: string; readonly score: number }[] = [];
  for (const [other, score] of scores.entries()) {
    const least = best.length < maxRelated ? 0 : (best.at(-1)?.score ?? 0);
    if (score === 0 || score < least || other === place) continue;
    const uid = columns.uidAt(other);
    const index = best.findIndex((each) => each.score < score || (each.score === score && each.uid > uid));
    best.splice(index < 0 ? best.length : index, 0, { uid, score });
    best.length = Math.min(best.length, maxRelated);
  }
  return best.map(({ uid }) => uid);
}

/** Adds to the score of each visible entry what the values that it shares with the one at a place count: the fewer entries have a value, the more. */
function addScores(
  scores: Float64Array,
  { numbers, lists }: FacetColumn,
  visible: Uint8Array,
  place: number,
  weight: number,
): void {
  const own = new Set(lists[numbers[place] ?? 0]);
  if (own.size === 0) return;
  const shared = lists.map((list) => list.filter((value) => own.has(value)));
  const counts = new Map<number, number>();
  let total = 0;
  for (const [at, isVisible] of visible.entries()) {
    if (isVisible === 0) continue;
    total += 1;
    for (const value of shared[numbers[at] ?? 0] ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const ofList = shared.map((list) =>
    list.reduce((sum, value) => sum + weight * Math.log2(1 + total / (counts.get(value) ?? total)), 0),
  );
  for (const [at, isVisible] of visible.entries())
    if (isVisible === 1) scores[at] = (scores[at] ?? 0) + (ofList[numbers[at] ?? 0] ?? 0);
}
