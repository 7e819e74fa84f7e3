import type { ScopeField } from '../../../engine/odsql/scope.ts';
import { sql, sqlName, type Sql } from '../../../kernel/sql.ts';

/** A field that the catalog is narrowed by. */
export interface FacetField extends ScopeField {
  /** The values of an entry as facets list them, a text[]: days as `2026/01/31`. */
  readonly values: (entry: Sql) => Sql;
  readonly isDisjunctive: boolean;
}

const list = (name: string, isDisjunctive: boolean): FacetField => ({
  name,
  type: 'text',
  isMultivalued: true,
  values: (entry) => sql`${entry}.${sqlName(name)}`,
  isDisjunctive,
});
const text = (name: string, column = name): FacetField => ({
  name,
  type: 'text',
  isMultivalued: false,
  values: (entry) => sql`array_remove(array[${entry}.${sqlName(column)}], null)`,
  isDisjunctive: false,
});
const date = (name: string, day: (entry: Sql) => Sql): FacetField => ({
  ...text(name),
  type: 'date',
  values: (entry) => sql`array_remove(array[to_char(${day(entry)}, 'YYYY/MM/DD')], null)`,
});

/** The facets of the catalog, in the order in which it shows them (docs/contract/explore.md 10). */
export const facetFields: readonly FacetField[] = [
  list('features', false),
  list('theme', true),
  list('keyword', true),
  text('publisher'),
  date('modified', (entry) => sql`${entry}.modified at time zone 'UTC'`),
  text('language'),
  text('license'),
  list('territory', false),
  text('dcat.creator', 'dcat_creator'),
  text('dcat.contributor', 'dcat_contributor'),
  text('dcat.accrualperiodicity', 'dcat_accrualperiodicity'),
  date('dcat.issued', (entry) => sql`${entry}.dcat_issued`),
  date('dcat.created', (entry) => sql`${entry}.dcat_created`),
];

/** The facet with a name; the templates `default` and `dcat` may be left out. */
export const findFacetField = (name: string): FacetField | undefined =>
  facetFields.find((field) => [field.name, `default.${field.name}`, field.name.replace('dcat.', '')].includes(name));
