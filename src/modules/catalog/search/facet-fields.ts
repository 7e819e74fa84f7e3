import type { ScopeField } from '#engine/odsql/scope.ts';
import { sql, sqlName, type Sql } from '#kernel/sql.ts';

/** A field whose values refine a search of the catalog. */
export interface FacetField extends ScopeField {
  /** An SQL expression of type text[] for the values that facets list for an entry. A day is written as `2026/01/31`. */
  readonly values: (entry: Sql) => Sql;
  readonly isDisjunctive: boolean;
}

const listField = (name: string, isDisjunctive: boolean): FacetField => ({
  name,
  type: 'text',
  isMultivalued: true,
  values: (entry) => sql`${entry}.${sqlName(name)}`,
  isDisjunctive,
});
const textField = (name: string, column = name): FacetField => ({
  name,
  type: 'text',
  isMultivalued: false,
  values: (entry) => sql`array_remove(array[${entry}.${sqlName(column)}], null)`,
  isDisjunctive: false,
});
const dateField = (name: string, day: (entry: Sql) => Sql): FacetField => ({
  ...textField(name),
  type: 'date',
  values: (entry) => sql`array_remove(array[to_char(${day(entry)}, 'YYYY/MM/DD')], null)`,
});

/** The facets of the catalog, in the order in which it shows them (docs/contract/explore.md 10). */
export const facetFields: readonly FacetField[] = [
  listField('features', false),
  listField('theme', true),
  listField('keyword', true),
  textField('publisher'),
  dateField('modified', (entry) => sql`${entry}.modified at time zone 'UTC'`),
  textField('language'),
  textField('license'),
  listField('territory', false),
  textField('dcat.creator', 'dcat_creator'),
  textField('dcat.contributor', 'dcat_contributor'),
  textField('dcat.accrualperiodicity', 'dcat_accrualperiodicity'),
  dateField('dcat.issued', (entry) => sql`${entry}.dcat_issued`),
  dateField('dcat.created', (entry) => sql`${entry}.dcat_created`),
];

/** The facet with this name; the template prefixes `default` and `dcat` may be left out. */
export const findFacetField = (name: string): FacetField | undefined =>
  facetFields.find((field) => [field.name, `default.${field.name}`, field.name.replace('dcat.', '')].includes(name));
