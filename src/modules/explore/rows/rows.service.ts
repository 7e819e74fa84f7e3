import { bindQuery } from '#engine/odsql/bind/bind-query.ts';
import { parseFacet, parseRefinements } from '#engine/odsql/parse/parse-facet.ts';
import { parseGroupBy, parseOrderBy, parseSelect } from '#engine/odsql/parse/parse-clauses.ts';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#api/reading/lazy-object.ts';
import type { Row } from '#api/reading/type-source.ts';
import { checkTimezone, type OdsqlInput, parseRange } from '#api/types/odsql.inputs.ts';
import type { Rows } from '#api/types/rows.type.ts';
import type { CatalogDataset } from '#datasets/index.ts';
import type { VisibleRecords } from '#records/index.ts';
import { settingsOf } from '../reading/dataset-settings.ts';
import { openRecords } from '../reading/open-records.ts';
import { readFacets } from '../reading/read-facets.ts';
import { countRecords } from '../reading/read-page.ts';
import { readRows } from '../reading/read-rows.ts';
import { bindSelection } from '../reading/selection.ts';

/** Binds a query in ODSQL to the records of a dataset. Fails INVALID_INPUT, ODSQL_SYNTAX_ERROR, ODSQL_ERROR and INCOMPATIBLE_TYPES. */
export function bindRows(dataset: Row<CatalogDataset>, records: VisibleRecords, odsql: OdsqlInput) {
  const { refine, exclude, where, facet, timezone, lang } = odsql;
  const groupBy = parseGroupBy(odsql.groupBy ?? '');
  const facets = (facet ?? []).filter((text) => text.trim() !== '').map(parseFacet);
  const settings = settingsOf(dataset);
  const selection = bindSelection(records, settings, {
    where: where ?? [],
    refine: (refine ?? []).flatMap((text) => parseRefinements(text, 'refine')),
    exclude: (exclude ?? []).flatMap((text) => parseRefinements(text, 'exclude')),
    facets,
    timezone: checkTimezone(timezone, 'odsql.timezone'),
    lang,
  });
  const query = bindQuery(
    { select: parseSelect(odsql.select ?? ''), groupBy, orderBy: parseOrderBy(odsql.orderBy ?? '') },
    selection.scope,
  );
  return { selection, query, facets, settings };
}

/** The result of a query in ODSQL. Parts that are not selected are not read. */
export async function queryRows(ctx: RequestContext, dataset: Row<CatalogDataset>, odsql: OdsqlInput) {
  const { records } = await openRecords(ctx, dataset);
  const { selection, query, facets, settings } = bindRows(dataset, records, odsql);
  const range = parseRange(odsql, query.keys !== null);
  return lazyObject<{ readonly [Part in keyof Rows]: Promise<Rows[Part]> }>({
    totalCount: async () => (query.keys === null ? countRecords(ctx, selection) : null),
    results: () => readRows(ctx, selection, query, range),
    facets: () => readFacets(ctx, selection, settings, facets),
  });
}
