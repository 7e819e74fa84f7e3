import type { Facet } from '#api/types/rows.type.ts';
import { facetTree, levelSeparator } from '#engine/odsql/sql/facet-sql.ts';
import type { FacetColumn } from './facet-column.ts';
import { facetRows } from './facet-rows.ts';
import type { CatalogFacet } from './parse-facets.ts';

/** The counts of a search: the number of datasets, and the facets that have values, in the order requested. */
export interface Counts {
  readonly total: number;
  readonly facets: readonly Facet[];
}

/**
 * The state of each entry, by place: 0 when the entry is not found, `admittedByAll`, or `leftOutOnlyBy` the one facet that
 * excludes it.
 */
type EntryStates = Uint8Array;
const admittedByAll = 1;
const leftOutOnlyBy = (facet: number): number => facet + 2;

/**
 * Counts the entries that all facets admit, and the values of the facets; a disjunctive facet counts without its own refinement.
 * `found` has 1 at the places of the entries that the search finds before its facets are applied.
 */
export function countFacets(
  found: Uint8Array,
  facets: readonly CatalogFacet[],
  columnOf: (facet: CatalogFacet) => FacetColumn,
): Counts {
  const states: EntryStates = found.slice();
  for (const [index, facet] of facets.entries()) applyFacet(states, facet, columnOf(facet), leftOutOnlyBy(index));
  return {
    total: states.reduce((total, state) => (state === admittedByAll ? total + 1 : total), 0),
    facets: facets.flatMap((facet, index) => {
      if (!facet.isCounted) return [];
      const column = columnOf(facet);
      const values = facetTree(facet, facetRows(facet, column, countLists(states, column, leftOutOnlyBy(index))));
      return values.length > 0 ? { name: facet.name, values } : [];
    }),
  };
}

/** Changes the states of the entries that a facet does not admit. */
function applyFacet(states: EntryStates, facet: CatalogFacet, column: FacetColumn, leftOutOnlyByThis: number): void {
  const { refined, excluded, isDisjunctive } = facet;
  const separator = levelSeparator(facet);
  const listsWith = (value: string) =>
    column.listsWith((text) => text === value || (separator !== null && text.startsWith(value + separator)));
  for (const lists of excluded.map(listsWith)) leaveOut(states, column, (list) => lists[list] === 1, 0);
  const refinements = refined.map(listsWith);
  if (isDisjunctive && refinements.length > 0)
    leaveOut(states, column, (list) => refinements.every((lists) => lists[list] === 0), leftOutOnlyByThis);
  else for (const lists of refinements) leaveOut(states, column, (list) => lists[list] === 0, 0);
}

/**
 * Gives `state` to the entries whose lists this facet leaves out. An entry that another facet has already left out gets the
 * state 0: no facet counts it.
 */
function leaveOut(states: EntryStates, column: FacetColumn, isLeftOut: (list: number) => boolean, state: number): void {
  const { numbers, lists } = column;
  const leftOut = Uint8Array.from(lists, (_values, list) => Number(isLeftOut(list)));
  for (let place = 0; place < states.length; place++)
    if (leftOut[numbers[place] ?? 0] === 1) states[place] = states[place] === admittedByAll ? state : 0;
}

/** How many counted entries have each list, at the number of the list. */
function countLists(states: EntryStates, { numbers, lists }: FacetColumn, leftOutOnlyByThis: number): Int32Array {
  const counts = new Int32Array(lists.length);
  for (let place = 0; place < states.length; place++) {
    const list = numbers[place] ?? 0;
    if (states[place] === admittedByAll || states[place] === leftOutOnlyByThis) counts[list] = (counts[list] ?? 0) + 1;
  }
  return counts;
}
