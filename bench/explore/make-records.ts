import { drawFrom } from '../random.ts';
import { writeLines } from '../write-lines.ts';
import { wordAt, words } from './vocabulary.ts';

/** The fields of the records with their types, in order. Names of one word are the same in every server. */
export const recordFields = {
  reading: 'int',
  station: 'text',
  city: 'text',
  kind: 'text',
  operator: 'text',
  sensor: 'text',
  title: 'text',
  remark: 'text',
  quantity: 'int',
  floors: 'int',
  visits: 'int',
  temperature: 'double',
  humidity: 'double',
  price: 'double',
  battery: 'double',
  day: 'date',
  installed: 'date',
  taken: 'datetime',
  checked: 'datetime',
  position: 'geo_point_2d',
} as const;

/** The facets of the dataset, with 6, 50, 400, 5,000 and about 4,000 values. */
export const recordFacets = ['kind', 'city', 'operator', 'station', 'day'] as const;

const kinds = ['air', 'noise', 'water', 'traffic', 'light', 'wind'];
/** The name of a kind, by a number below 6. */
export const kindAt = (number: number): string => kinds[number % kinds.length] ?? '';

const padded = (number: number, length: number): string => String(number).padStart(length, '0');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of a station, by a number below 5,000; of a city, by one below 50. */
export const stationAt = (number: number): string => `station-${padded(number, 4)}`;
export const cityAt = (number: number): string => capital(wordAt(1_000 + number));

const day = (days: number): string => new Date(Date.UTC(2015, 0, 1 + days)).toISOString().slice(0, 10);
const time = (seconds: number): string =>
  `${new Date(Date.UTC(2015, 0, 1) + seconds * 1_000).toISOString().slice(0, 19)}Z`;

function* csvLines(rows: number): Generator<string> {
  const draw = drawFrom(20_261_122);
  const { below } = draw;
  const decimal = (from: number, to: number): string => (from + below((to - from) * 10) / 10).toFixed(1);
  yield `${Object.keys(recordFields).join(',')}\n`;
  for (let reading = 1; reading <= rows; reading++) {
    const cells = [
      String(reading),
      stationAt(below(5_000)),
      cityAt(below(50)),
      kindAt(below(6)),
      `operator-${padded(below(400), 3)}`,
      `s-${padded(below(1_000_000), 6)}`,
      capital(words(draw, 3)),
      words(draw, 10),
      below(50) === 0 ? '' : String(below(10_000)),
      String(below(40)),
      String(below(1_000_000)),
      below(50) === 0 ? '' : decimal(-10, 40),
      decimal(0, 100),
      (below(100_000) / 100).toFixed(2),
      decimal(0, 5),
      day(below(4_000)),
      day(below(2_000)),
      time(below(345_600_000)),
      time(below(345_600_000)),
      `"${(40 + below(1_000_000) / 100_000).toFixed(5)},${(-5 + below(1_500_000) / 100_000).toFixed(5)}"`,
    ];
    yield `${cells.join(',')}\n`;
  }
}

/** Writes the records as a CSV, the same in every run, and returns its size in bytes. */
export const makeRecords = (path: string, rows: number): Promise<number> => writeLines(path, csvLines(rows));
