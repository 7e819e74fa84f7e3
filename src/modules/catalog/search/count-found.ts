import { sql, type Sql } from '#kernel/sql.ts';
import type { RequestContext } from '#api/context.ts';
import { loadCatalogColumns, type CatalogColumns } from './catalog-columns.ts';
import { countFacets, type Counts } from './count-facets.ts';
import type { FacetColumn } from './facet-column.ts';
import type { CatalogFacet } from './parse-facets.ts';
import { readCachedRows, type Searcher } from './searcher.ts';

/** Counts the datasets that a search finds, and their facets. Without a condition no entry is read, because the values of facets are in memory. */
export async function countFound(
  ctx: RequestContext,
  searcher: Searcher,
  { condition, facets }: { readonly condition: Sql | undefined; readonly facets: readonly CatalogFacet[] },
): Promise<Counts> {
  const [columns, uids] = await Promise.all([
    loadCatalogColumns(ctx, searcher.revision),
    condition && uidsOf(ctx, searcher, condition),
  ]);
  await ctx.admission.nextTurn();
  const found = visibleEntries(columns, searcher);
  const features = featuresFor(columns, searcher);
  return countFacets(uids ? entriesAmong(columns, found, uids) : found, facets, ({ name }) =>
    name === 'features' ? features : columns.column(name),
  );
}

/** The uids of the entries that meet a condition; they come as one text, because the driver takes longer for a long list than the count does. */
async function uidsOf(ctx: RequestContext, searcher: Searcher, condition: Sql): Promise<readonly string[]> {
  const [row] = await readCachedRows<{ uids: string | null }>(
    ctx,
    searcher,
    sql`select string_agg(e.uid, ' ') as uids from catalog_entry e where ${condition}`,
  );
  return row?.uids?.split(' ') ?? [];
}

/** An array with 1 at the places of the entries that the caller sees, and 0 elsewhere. */
function visibleEntries(columns: CatalogColumns, { session, ownEntries }: Searcher): Uint8Array {
  const seesRestricted =
    session.permissions.has('explore_restricted_dataset') || session.permissions.has('edit_dataset');
  const visible = seesRestricted ? columns.filled() : columns.unrestricted();
  for (const { uid, isVisible } of ownEntries) {
    const place = columns.placeOf(uid);
    if (place !== undefined && columns.isFilled(place)) visible[place] = Number(isVisible);
  }
  return visible;
}

/** An array with 1 at the places of the visible entries with these uids, and 0 elsewhere. */
function entriesAmong(columns: CatalogColumns, visible: Uint8Array, uids: readonly string[]): Uint8Array {
  const found = new Uint8Array(visible.length);
  for (const uid of uids) {
    const place = columns.placeOf(uid);
    if (place !== undefined) found[place] = visible[place] ?? 0;
  }
  return found;
}

/** The features that the caller sees. For a restricted dataset without a ruleset for the caller, these are the features of all fields. */
function featuresFor(columns: CatalogColumns, { session, ownEntries }: Searcher): FacetColumn {
  if (session.permissions.has('edit_dataset')) return columns.column('features');
  if (ownEntries.length === 0) return columns.shownFeatures;
  return columns.shownFeatures.with(
    ownEntries.flatMap(({ uid, features }) => {
      const place = columns.placeOf(uid);
      return place === undefined ? [] : [[place, features] as const];
    }),
  );
}
