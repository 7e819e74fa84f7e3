import { statement } from '../operations/operation.ts';
import { byHand, facetsOf, ofDataset } from './asked.ts';
import { pick, pickEach, type Asked, type Exploration } from './exploration.ts';

/** A number that changes a request and not its cost: a limit beyond the number of values, up to 20,000. */
const limit = (at: number): number => 100 + ((at * 7) % 19_000);

const groups = (measures: string, vary: (at: number) => number): Asked =>
  ofDataset(
    ', $limit: Int!',
    `aggregate(by: [{ field: "city" }], measures: [${measures}], first: $limit) { groups }`,
    (at) => ({ limit: vary(at) }),
    (dataset) => pick(dataset, 'aggregate', 'groups'),
  );
const count = '{ function: count, as: "n" }';
const mean = '{ function: avg, field: "temperature", as: "mean" }';

const five = '{ field: "city" }, { field: "operator" }, { field: "station" }, { field: "day" }';
const facets = (args: string, vary: (at: number) => number): Asked =>
  ofDataset(
    ', $limit: Int!',
    `recordFacets(facets: [{ field: "kind", limit: $limit }, ${five}]${args}) { name values { value count } }`,
    (at) => ({ limit: vary(at) }),
    (dataset) => facetsOf(pick(dataset, 'recordFacets')),
  );

/** What a front-end asks for to show a dataset. */
const datasetPage = (vary: (at: number) => number): Asked =>
  ofDataset(
    ', $limit: Int!',
    `datasetId title metadata schema { name label type unit isFacet } recordCount quotaUsage { remaining }
    records(first: 20, orderBy: [{ field: "taken", isDescending: true }]) { totalCount nodes { recordId values } pageInfo { endCursor } }
    recordFacets(facets: [{ field: "kind", limit: $limit }, { field: "city" }, { field: "operator" }]) { name values { value count } }
    aggregate(by: [{ field: "kind" }], measures: [${count}, ${mean}], first: $limit) { groups }
    attachments { nodes { filename } } sources { nodes { relationType } } uses { nodes { relationType } }`,
    (at) => ({ limit: vary(at) }),
    (dataset) => ({
      title: pick(dataset, 'title'),
      records: pickEach(pick(dataset, 'records', 'nodes'), 'values'),
      facets: facetsOf(pick(dataset, 'recordFacets')),
      groups: pick(dataset, 'aggregate', 'groups'),
    }),
  );

const same = (): number => 100;

/** Counts over all records: each asked for the first time, and again. */
export const recordCounts: readonly Exploration[] = [
  {
    title: 'count by a facet, first time',
    isSlow: true,
    aims: { aloneMs: 150 },
    asked: {
      catalograph: groups(count, limit),
      typed: byHand((at) => statement('counts', limit(at))),
      json: byHand((at) => statement('jsonCounts', limit(at))),
    },
  },
  {
    title: 'count and mean by a facet, first time',
    isSlow: true,
    aims: { aloneMs: 150 },
    asked: {
      catalograph: groups(`${count}, ${mean}`, limit),
      typed: byHand((at) => statement('means', limit(at))),
      json: byHand((at) => statement('jsonMeans', limit(at))),
    },
  },
  {
    title: 'count and mean by a facet, again',
    aims: { aloneMs: 5 },
    asked: { catalograph: groups(`${count}, ${mean}`, same) },
  },
  {
    title: 'five facets, first time',
    isSlow: true,
    asked: {
      catalograph: facets('', limit),
      typed: byHand(() => statement('facets')),
      json: byHand(() => statement('jsonFacets')),
    },
  },
  {
    title: 'five facets of a fifth of the records, first time',
    isSlow: true,
    asked: {
      catalograph: facets(', filter: { field: "kind", text: { equals: "water" } }', limit),
      typed: byHand(() => statement('facetsOfKind', 'water')),
      json: byHand(() => statement('jsonFacetsOfKind', 'water')),
    },
  },
  { title: 'five facets, again', aims: { aloneMs: 5 }, asked: { catalograph: facets('', same) } },
  {
    title: 'page of the dataset, first time',
    isSlow: true,
    asked: { catalograph: datasetPage(limit), typed: byHand((_at, { uid }) => statement('page', uid)) },
  },
  { title: 'page of the dataset, again', asked: { catalograph: datasetPage(same) } },
];
