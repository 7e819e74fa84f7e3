import { statement } from '../operations/operation.ts';
import { byHand, ofDataset, ofPostGraphile, pageOf, rowsOf } from './asked.ts';
import { pick, searchedWord, type Exploration, type ExploreFacts } from './exploration.ts';
import { kindAt, stationAt } from './make-records.ts';

const newest = 'orderBy: [{ field: "taken", direction: DESC }]';
const newestRows = 'orderBy: [TAKEN_DESC, READING_ASC]';
const deepest = 9_980;

const station = (at: number): string => stationAt((at * 13) % 5_000);
const low = (at: number): number => (at * 7) % 9_000;
const twoWords = (at: number): string => `${searchedWord(at % 100)} ${searchedWord(1 + (at % 89))}`;
const corner = (at: number): { south: number; west: number; north: number; east: number } => {
  const [south, west] = [40 + ((at * 17) % 900) / 100, -5 + ((at * 29) % 1_400) / 100];
  return { south, west, north: south + 0.3, east: west + 0.3 };
};
const placeAt = ({ places }: ExploreFacts, at: number): ExploreFacts['places'][number] =>
  places[at % places.length] ?? { catalograph: '', postgraphile: '', taken: '', reading: 0 };
const recordAt = ({ records }: ExploreFacts, at: number): ExploreFacts['records'][number] =>
  records[at % records.length] ?? { reading: 0, recordId: '' };

const aims = { aloneMs: 15, timesTypedP99: 5 };
const small = { ofTyped: 0.8, perSecond: 2_000 };
const cpu = { cpuMs: 0.8 };

/** Pages of records. */
export const recordPages: readonly Exploration[] = [
  {
    title: 'page of 20 of a facet value, newest first',
    aims: { ...aims, ...cpu },
    asked: {
      catalograph: pageOf(
        ', $station: String!',
        `filter: { field: "station", text: { equals: $station } }, ${newest}`,
        (at) => ({ station: station(at) }),
      ),
      typed: byHand((at) => statement('station', station(at))),
      postgraphile: ofPostGraphile(
        '($station: String!)',
        `allReadings(first: 20, condition: { station: $station }, ${newestRows})`,
        (at) => ({ station: station(at) }),
      ),
    },
  },
  {
    title: 'page of 20 of a range, in its order',
    aims,
    asked: {
      catalograph: pageOf(
        ', $low: Float!',
        'filter: { field: "quantity", number: { atLeast: $low } }, orderBy: [{ field: "quantity" }]',
        (at) => ({ low: low(at) }),
      ),
      typed: byHand((at) => statement('above', low(at))),
      postgraphile: ofPostGraphile('($low: Int!)', 'readingsAbove(low: $low, first: 20)', (at) => ({ low: low(at) })),
    },
  },
  {
    title: 'page of 20 of a sixth, by a field without an index',
    aims,
    asked: {
      catalograph: pageOf(
        ', $kind: String!',
        'filter: { field: "kind", text: { equals: $kind } }, orderBy: [{ field: "humidity", direction: DESC }]',
        (at) => ({ kind: kindAt(at) }),
      ),
      typed: byHand((at) => statement('kind', kindAt(at))),
    },
  },
  {
    title: 'page of 20 of a facet value, by REST',
    aims: cpu,
    asked: {
      catalograph: rowsOf((at) => ({
        where: `station = "${station(at)}"`,
        order_by: 'taken desc',
        limit: '20',
      })),
      typed: byHand((at) => statement('station', station(at))),
    },
  },
  {
    title: 'page of 20 after a cursor',
    aims,
    asked: {
      catalograph: pageOf(', $after: String!', `${newest}, after: $after`, (at, facts) => ({
        after: placeAt(facts, at).catalograph,
      })),
      typed: byHand((at, facts) => statement('after', placeAt(facts, at).taken, placeAt(facts, at).reading)),
      postgraphile: ofPostGraphile(
        '($after: Cursor!)',
        `allReadings(first: 20, after: $after, ${newestRows})`,
        (at, facts) => ({ after: placeAt(facts, at).postgraphile }),
      ),
    },
  },
  {
    title: 'page of 20 at the deepest offset',
    aims,
    asked: {
      catalograph: pageOf('', `${newest}, offset: ${String(deepest)}`, () => ({})),
      typed: byHand(() => statement('deep', deepest)),
      postgraphile: ofPostGraphile('', `allReadings(first: 20, offset: ${String(deepest)}, ${newestRows})`, () => ({})),
    },
  },
  {
    title: 'one record by its identifier',
    aims: small,
    asked: {
      catalograph: ofDataset(
        ', $recordId: ID!',
        'record(recordId: $recordId) { values }',
        (at, facts) => ({ recordId: recordAt(facts, at).recordId }),
        (dataset) => [pick(dataset, 'record', 'values')],
      ),
      typed: byHand((at, facts) => statement('record', recordAt(facts, at).reading)),
      postgraphile: ofPostGraphile(
        '($reading: Int!)',
        'allReadings(first: 1, condition: { reading: $reading })',
        (at, facts) => ({ reading: recordAt(facts, at).reading }),
      ),
    },
  },
  {
    title: 'page of a dataset of 40 records',
    aims: small,
    asked: {
      catalograph: pageOf(
        ', $kind: String!',
        `filter: { field: "kind", text: { equals: $kind } }, ${newest}`,
        (at, { sample }) => ({ uid: sample, kind: kindAt(at) }),
      ),
      typed: byHand((at) => statement('sample', kindAt(at))),
      postgraphile: ofPostGraphile(
        '($kind: String!)',
        `allSamples(first: 20, condition: { kind: $kind }, ${newestRows})`,
        (at) => ({ kind: kindAt(at) }),
      ),
    },
  },
  {
    title: 'page of 20 with two words, newest first',
    aims,
    asked: {
      catalograph: pageOf(', $words: String!', `filter: { matches: $words }, ${newest}`, (at) => ({
        words: twoWords(at),
      })),
      typed: byHand((at) => statement('about', twoWords(at))),
      postgraphile: ofPostGraphile('($words: String!)', 'readingsAbout(query: $words, first: 20)', (at) => ({
        words: twoWords(at),
      })),
    },
  },
  {
    title: 'page of 20 in a box on the map',
    aims,
    asked: {
      catalograph: pageOf(', $box: BoxInput!', 'filter: { field: "position", geo: { inBox: $box } }', (at) => ({
        box: corner(at),
      })),
      typed: byHand((at) => statement('within', ...Object.values(corner(at)))),
      postgraphile: ofPostGraphile(
        '($south: Float!, $west: Float!, $north: Float!, $east: Float!)',
        'readingsWithin(south: $south, west: $west, north: $north, east: $east, first: 20)',
        corner,
      ),
    },
  },
];
