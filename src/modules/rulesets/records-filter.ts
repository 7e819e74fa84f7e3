import { filterJson, type FilterJson } from '#engine/odsql/filter-json.ts';
import { parseStoredFilter } from '#engine/odsql/parse/stored-filter.ts';
import type { Filter } from '#engine/odsql/tree.ts';

/** A filter as `recordsFilter` shows it; null for all records. */
export const recordsFilterOf = (filter: Filter | null): FilterJson | null => filter && filterJson(filter);

/** A stored filter query as `recordsFilter` shows it; null for all records. Fails INVALID_INPUT for a malformed query. */
export const recordsFilterOfQuery = (query: string): FilterJson | null => recordsFilterOf(parseStoredFilter(query));
