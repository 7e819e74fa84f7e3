import { drawFrom } from '../random.ts';
import { writeLines } from '../write-lines.ts';
import { wordAt, words } from './vocabulary.ts';

/** The columns of a listing, what a catalog shows of a dataset. */
export const listingColumns = [
  'dataset_id',
  'title',
  'description',
  'keyword',
  'theme',
  'publisher',
  'license',
  'language',
  'modified',
] as const;

const languages = ['en', 'fr', 'de', 'nl'];
const firstModified = Date.UTC(2020, 0, 1);

/** The datasets of records that are published before the catalog is searched; their listings are among the others. */
export const datasetsOfRecords = ['readings', 'sample', 'processed'] as const;

/** What the catalog shows of each dataset of records. */
export const listingOfRecords = {
  title: 'Readings',
  description: 'What stations measured.',
  keyword: [wordAt(1_100)],
  theme: ['theme1'],
  publisher: 'publisher 1',
  license: 'license 1',
  language: 'en',
  modified: '2000-01-01T00:00:00Z',
};

/** A list as PostgreSQL reads it in a CSV; its texts are words. */
const list = (texts: readonly string[]): string => `"{${[...new Set(texts)].join(',')}}"`;

function* csvLines(datasets: number): Generator<string> {
  const draw = drawFrom(20_261_123);
  const { below, skewed } = draw;
  yield `${listingColumns.join(',')}\n`;
  const { keyword, theme, ...texts } = listingOfRecords;
  for (const datasetId of datasetsOfRecords)
    yield `${[datasetId, texts.title, texts.description, list(keyword), list(theme), texts.publisher, texts.license, texts.language, texts.modified].join(',')}\n`;
  for (let number = 1; number <= datasets; number++) {
    const keywords = Array.from({ length: 3 + below(4) }, () => wordAt(1_100 + skewed(500)));
    const themes = Array.from({ length: 1 + below(2) }, () => `theme${String(1 + below(12))}`);
    // each second once, in an order that has nothing to do with the identifiers
    const modified = firstModified + ((number * 7_919) % 100_003) * 1_000 * 1_000;
    const cells = [
      `dataset-${String(number)}`,
      words(draw, 4),
      words(draw, 30),
      list(keywords),
      list(themes),
      `publisher ${String(1 + skewed(300))}`,
      `license ${String(1 + skewed(6))}`,
      languages[skewed(4)] ?? '',
      `${new Date(modified).toISOString().slice(0, 19)}Z`,
    ];
    yield `${cells.join(',')}\n`;
  }
}

/** Writes the listings of a catalog as a CSV, the same in every run. */
export const makeListings = (path: string, datasets: number): Promise<number> => writeLines(path, csvLines(datasets));
