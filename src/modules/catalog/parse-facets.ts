import type { FacetInput } from '#api/types/odsql.inputs.ts';
import type { CatalogRefineInput } from './catalog.inputs.ts';
import { type BoundFacet, expandedValues, facetValue, levelSeparator } from '#engine/odsql/sql/facet-sql.ts';
import type { FacetSort } from '#engine/odsql/tree.ts';
import { checkAll } from '#kernel/check-all.ts';
import { failFields } from '#kernel/fail.ts';
import { foldText } from '#kernel/text.ts';
import type { ScopeField } from '#engine/odsql/scope.ts';
import type { Templates } from '#metadata/index.ts';
import { type FilterField, filterFields } from './catalog-scope.ts';
import { maxValueLength } from './entry-values.ts';
import { sql, type Sql, sqlName } from '#kernel/sql.ts';

/** A facet with its options and what the query does with its values. */
export interface CatalogFacet extends BoundFacet<FacetField> {
  readonly isDisjunctive: boolean;
  /** Whether its values are counted. */
  readonly isCounted: boolean;
}

/** The facets of a search, and the values that it refines and excludes. */
interface Refinements {
  readonly facets?: readonly FacetInput[] | null | undefined;
  readonly refine?: readonly CatalogRefineInput[] | null | undefined;
  readonly exclude?: readonly CatalogRefineInput[] | null | undefined;
}

/** The maximum number of facets that are named. */
export const maxFacets = 20;
const maxRefinements = 100;
const maxLevels = 20;
/** The default and the maximum number of values of a facet (docs/contract/explore.md 5). */
const defaultLimit = 100;
const maxLimit = 20_000;

/** Characters that the values of facets must have, folded; empty for all values. Fails INVALID_INPUT. */
export function parseContains(text: string | null | undefined): string {
  if ((text?.length ?? 0) > maxValueLength)
    failFields({ contains: [`Use ${String(maxValueLength)} characters at most.`] });
  return foldText(text ?? '');
}

/**
 * The facets of a search: the requested ones (default: all) and the refined ones. A requested one has the options of its refinement where
 * it gives none. Fails INVALID_INPUT with all invalid ones.
 */
export function parseFacets({ facets, refine, exclude }: Refinements, templates: Templates): readonly CatalogFacet[] {
  const fields = [...facetFields, ...filterFields(templates).map(templateField)];
  const parse = (given: CatalogRefineInput, path: string) => parseRefinement(fields, given, path);
  const [requested, refined, excluded] = checkAll(
    () =>
      facets
        ? parseAll('facets', facets, maxFacets, (given, path) => checkFacet(fields, given, path))
        : fields.map((field) => ({ field, given: { field: field.name } })),
    () => parseAll('refine', refine ?? [], maxRefinements, parse),
    () => parseAll('exclude', exclude ?? [], maxRefinements, parse),
  );
  const options = new Map<FacetField, RefinementOptions>();
  for (const { field, isDisjunctive, separator } of [...refined, ...excluded]) {
    const known = options.get(field);
    options.set(field, {
      isDisjunctive: known?.isDisjunctive ?? isDisjunctive,
      separator: known?.separator ?? separator,
    });
  }
  const byName = new Map(
    requested.map(({ field, given }) => [field.name, withOptions(field, optionsOf(given, options.get(field)))]),
  );
  for (const [field, of] of options)
    if (!byName.has(field.name)) byName.set(field.name, { ...withOptions(field, of), isCounted: false });
  const valuesOf = (list: readonly Refinement[], { field }: CatalogFacet) => [
    ...new Set(list.flatMap((refinement) => (refinement.field === field ? refinement.value : []))),
  ];
  return [...byName.values()].map((facet) => {
    const values = valuesOf(refined, facet);
    if (facet.separator !== null && values.some((value) => value.split(facet.separator ?? '').length > maxLevels))
      failFields({ refine: [`A value has ${String(maxLevels)} levels at most.`] });
    const levels = { ...facet, refined: values, excluded: valuesOf(excluded, facet) };
    return { ...levels, shown: expandedValues(levels) };
  });
}

/** How the values of a field refine. */
interface RefinementOptions {
  readonly isDisjunctive?: boolean | null | undefined;
  readonly separator?: string | null | undefined;
}

/** The options of a requested facet: where it gives none, those of the refinement of its field. */
const optionsOf = (
  { isDisjunctive, isHierarchical, separator, sort, limit }: FacetInput,
  refined: RefinementOptions = {},
): FacetOptions => ({
  isDisjunctive: isDisjunctive ?? refined.isDisjunctive,
  isHierarchical,
  separator: separator ?? (isHierarchical === false ? undefined : refined.separator),
  sort,
  limit,
});

interface Refinement extends RefinementOptions {
  readonly field: FacetField;
  readonly value: string;
}

function parseAll<Given, Parsed>(
  path: string,
  given: readonly Given[],
  max: number,
  parse: (item: Given, path: string) => Parsed,
): Parsed[] {
  if (given.length > max) failFields({ [path]: [`Ask for ${String(max)} at most.`] });
  return given.map((item, index) => parse(item, `${path}.${String(index)}`));
}

/** A requested facet with its field. */
function checkFacet(fields: readonly FacetField[], given: FacetInput, path: string) {
  const field = fieldOf(fields, given.field, `${path}.field`);
  const limit = given.limit ?? defaultLimit;
  if (limit < 1 || limit > maxLimit) failFields({ [`${path}.limit`]: [`Ask for 1 to ${String(maxLimit)} values.`] });
  checkSeparator(given, path);
  return { field, given };
}

function checkSeparator({ separator }: RefinementOptions, path: string): void {
  if (separator === '') failFields({ [`${path}.separator`]: ['Name at least one character.'] });
}

const sorts = {
  count: 'count',
  count_desc: '-count',
  alphanum: 'alphanum',
  alphanum_desc: '-alphanum',
  num: 'num',
  num_desc: '-num',
} as const satisfies Record<NonNullable<FacetInput['sort']>, FacetSort>;

/** The options of a facet; those that are not given are those of its field. */
interface FacetOptions extends RefinementOptions {
  readonly isHierarchical?: boolean | null | undefined;
  readonly sort?: FacetInput['sort'] | undefined;
  readonly limit?: number | null | undefined;
}

const withOptions = (
  field: FacetField,
  { isDisjunctive, isHierarchical, separator, sort, limit }: FacetOptions,
): CatalogFacet => ({
  name: field.name,
  field,
  isDisjunctive: isDisjunctive ?? field.isDisjunctive,
  // a separator alone makes a facet hierarchical, as for records
  separator: field.type === 'text' && (isHierarchical ?? typeof separator === 'string') ? (separator ?? '/') : null,
  sort: sort ? sorts[sort] : null,
  limit: limit ?? defaultLimit,
  refined: [],
  excluded: [],
  shown: [],
  isCounted: true,
});

function parseRefinement(
  fields: readonly FacetField[],
  { field, value, isDisjunctive, separator }: CatalogRefineInput,
  path: string,
): Refinement {
  const found = fieldOf(fields, field, `${path}.field`);
  checkSeparator({ separator }, path);
  if (value.length > maxValueLength)
    failFields({ [`${path}.value`]: [`Use ${String(maxValueLength)} characters at most.`] });
  return {
    field: found,
    value: found.type === 'text' ? value : dateValue(found, value, `${path}.value`),
    isDisjunctive,
    separator,
  };
}

function dateValue(field: FacetField, value: string, path: string): string {
  return /^\d{4}(?:[/-]\d{1,2}){0,2}$/.test(value)
    ? facetValue(field, value)
    : failFields({ [path]: ['Use a year, month or day, such as 2024, 2024/02 or 2024/02/29.'] });
}

/** The field with this name; the template prefixes `default` and `dcat` may be left out. */
const fieldOf = (fields: readonly FacetField[], name: string, path: string): FacetField =>
  fields.find((field) => [field.name, `default.${field.name}`, field.name.replace('dcat.', '')].includes(name)) ??
  failFields({ [path]: [`There is no such facet. Choose one of: ${fields.map((field) => field.name).join(', ')}.`] });

/** Whether a value of an entry is one that a facet refines or excludes, or below it. */
export function isValueOf(facet: CatalogFacet, value: string): (text: string) => boolean {
  const fold = facet.field.ignoresCase === true ? foldText : (text: string) => text;
  const separator = levelSeparator(facet);
  const [whole, prefix] = [fold(value), separator === null ? null : fold(value + separator)];
  return (text) => {
    const folded = fold(text);
    return folded === whole || (prefix !== null && folded.startsWith(prefix));
  };
}

/** A field whose values refine a search of the catalog. */
interface FacetField extends ScopeField, Partial<Pick<FilterField, 'label' | 'labels'>> {
  readonly isDisjunctive: boolean;
  /** The condition that an entry has one of these values, for a field that refines by the values in memory. An index answers it. */
  readonly hasAny?: (entry: Sql, values: readonly string[]) => Sql;
  /** Whether values that differ in case and accents alone refine alike. */
  readonly ignoresCase?: boolean;
}

/** A facet that every portal has. */
interface StandardFacetField extends FacetField {
  /** An SQL expression of type text[] for the values that facets list for an entry. A day is written as `2026/01/31`. */
  readonly values: (entry: Sql) => Sql;
}

const listField = (name: string, isDisjunctive: boolean): StandardFacetField => ({
  name,
  type: 'text',
  isMultivalued: true,
  values: (entry) => sql`${entry}.${sqlName(name)}`,
  isDisjunctive,
});
const textField = (name: string, column = name): StandardFacetField => ({
  name,
  type: 'text',
  isMultivalued: false,
  values: (entry) => sql`array_remove(array[${entry}.${sqlName(column)}], null)`,
  isDisjunctive: false,
});
const dateField = (name: string, day: (entry: Sql) => Sql): StandardFacetField => ({
  ...textField(name),
  type: 'date',
  values: (entry) => sql`array_remove(array[to_char(${day(entry)}, 'YYYY/MM/DD')], null)`,
});

/** A field of a custom template, as `template.field`. */
const templateField = ({ name, label, labels }: FilterField): FacetField => ({
  ...{ name, label, labels },
  type: 'text',
  isMultivalued: true,
  isDisjunctive: false,
  hasAny: (entry, values) => sql`${entry}.template_values && ${values.map((value) => `${name}:${value}`)}::text[]`,
});

/** The facets of every portal, in the order in which the catalog shows them (docs/contract/explore.md 10). */
export const facetFields: readonly StandardFacetField[] = [
  listField('features', false),
  {
    ...listField('theme', true),
    ignoresCase: true,
    hasAny: (entry, values) => sql`${entry}.theme && ${values}::text[]`,
  },
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
