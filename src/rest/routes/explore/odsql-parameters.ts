import { fromQuery } from '#rest/request/request-value.ts';
import { parseInteger } from '#rest/wire-values.ts';

/** The parameters that select rows (docs/contract/explore.md 3). */
const selection = {
  where: fromQuery('where', { isList: true }),
  refine: fromQuery('refine', { isList: true }),
  exclude: fromQuery('exclude', { isList: true }),
  timezone: fromQuery('timezone', { default: 'UTC' }),
  lang: fromQuery('lang'),
};

/** The parameters of lists. */
export const listParameters = {
  select: fromQuery('select'),
  ...selection,
  groupBy: fromQuery('group_by'),
  orderBy: fromQuery('order_by'),
  facet: fromQuery('facet', { isList: true }),
  limit: fromQuery('limit', { parse: parseInteger, default: 10 }),
  offset: fromQuery('offset', { parse: parseInteger, default: 0 }),
};

/** The parameters of facets. */
export const facetParameters = { ...selection, facet: fromQuery('facet', { isList: true }) };

/** The parameters of one row. */
export const rowParameters = {
  select: fromQuery('select'),
  timezone: fromQuery('timezone', { default: 'UTC' }),
  lang: fromQuery('lang'),
};
