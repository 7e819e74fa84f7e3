import { statement } from '../operations/operation.ts';
import { byHand, facetsOf, ofDataset, rowsOf } from './asked.ts';
import { pick, pickEach, type Asked, type Exploration } from './exploration.ts';

/** A number that changes a request and not its cost: a limit beyond the number of groups, up to 20,000. */
const limit = (at: number): number => 500 + ((at * 7) % 19_000);

const groups = (by: string, vary: (at: number) => number, measures = `${count}, ${mean}`): Asked =>
  ofDataset(
    ', $limit: Int!',
    `aggregate(by: [${by}], measures: [${measures}], first: $limit) { groups }`,
    (at) => ({ limit: vary(at) }),
    (dataset) => pick(dataset, 'aggregate', 'groups'),
  );
const count = '{ function: count, as: "n" }';
const mean = '{ function: avg, field: "temperature", as: "mean" }';
const kind = '{ field: "kind" }';

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
    records(first: 20, orderBy: [{ field: "taken", direction: DESC }]) { totalCount nodes { recordId values } pageInfo { endCursor } }
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

const same = (): number => 500;
const scan = { aloneMs: 25, aloneMsOfTenMillion: 150 };
const water = ', filter: { field: "kind", text: { equals: "water" } }';

/** Counts over all records: each asked for the first time, and some again. */
export const recordCounts: readonly Exploration[] = [
  {
    title: 'count and mean by 6 values',
    isSlow: true,
    aims: scan,
    asked: { catalograph: groups(kind, limit), typed: byHand((at) => statement('kinds', limit(at))) },
  },
  {
    title: 'count and mean by 400 values',
    isSlow: true,
    aims: scan,
    asked: {
      catalograph: groups('{ field: "operator" }', limit),
      typed: byHand((at) => statement('operators', limit(at))),
    },
  },
  {
    title: 'sum of an expression',
    isSlow: true,
    aims: scan,
    asked: {
      catalograph: rowsOf((at) => ({ select: `sum(price * humidity / ${String(100 + at)}) as n`, limit: '1' })),
      typed: byHand((at) => statement('sum', 100 + at)),
    },
  },
  {
    title: 'distinct values with a filter',
    isSlow: true,
    aims: scan,
    asked: {
      catalograph: rowsOf((at) => ({
        select: 'count(distinct sensor) as n',
        where: `kind = "water" and reading > ${String(at)}`,
        limit: '1',
      })),
      typed: byHand((at) => statement('sensors', at)),
    },
  },
  {
    title: 'five facets of a sixth',
    isSlow: true,
    aims: { aloneMs: 60 },
    asked: { catalograph: facets(water, limit), typed: byHand(() => statement('facetsOfKind', 'water')) },
  },
  {
    title: 'median',
    isSlow: true,
    aims: { aloneMs: 100 },
    asked: {
      catalograph: rowsOf((at) => ({ select: 'median(price) as n', where: `reading > ${String(at)}`, limit: '1' })),
      typed: byHand((at) => statement('median', at)),
    },
  },
  {
    title: 'histogram by month',
    isSlow: true,
    aims: { aloneMs: 30 },
    asked: {
      catalograph: groups('{ field: "taken", interval: { unit: month }, as: "month" }', limit, count),
      typed: byHand((at) => statement('months', limit(at))),
    },
  },
  {
    title: 'page of the dataset',
    isSlow: true,
    asked: { catalograph: datasetPage(limit), typed: byHand((_at, { uid }) => statement('page', uid)) },
  },
  { title: 'count and mean by 6 values, again', aims: { aloneMs: 5 }, asked: { catalograph: groups(kind, same) } },
  { title: 'five facets of a sixth, again', aims: { aloneMs: 5 }, asked: { catalograph: facets(water, same) } },
];
