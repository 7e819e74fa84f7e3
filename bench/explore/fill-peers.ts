import type { BenchDatabase } from '../database/bench-database.ts';
import { listingColumns } from './make-listings.ts';
import { recordFields } from './make-records.ts';

const typedIndexes = [
  'alter table peer.reading add primary key (reading)',
  ...[
    'station, taken desc, reading',
    'city',
    'kind',
    'operator',
    'day',
    'quantity, reading',
    'taken desc, reading',
  ].map((keys) => `create index on peer.reading (${keys})`),
  'create index on peer.reading using gist (position)',
  'create index on peer.reading using gin (words)',
];

const columns = Object.keys(recordFields).join(', ');
const sample = [
  `insert into peer.sample (${columns}) select ${columns} from peer.reading where reading <= 40`,
  'create index on peer.sample (kind, taken desc, reading)',
];

const sorting = `set maintenance_work_mem = '256MB'`;

/** Copies the records into the tables of the peers, and creates their indexes. */
export async function fillRecords(database: BenchDatabase, csv: string): Promise<void> {
  await database.copyCsv(`peer.reading (${columns})`, csv);
  await database.runApart([
    sorting,
    ...typedIndexes,
    ...sample,
    'vacuum analyze peer.reading',
    'vacuum analyze peer.sample',
  ]);
}

/** Copies the listings, and makes a published dataset of each. */
export async function fillListings(database: BenchDatabase, csv: string): Promise<void> {
  await database.copyCsv(`peer.listing (${listingColumns.join(', ')})`, csv);
  await database.runApart([
    'create index on peer.listing using gin (words)',
    'create index on peer.listing (modified desc, dataset_id)',
    'select peer.publish_listings()',
    'vacuum analyze peer.listing',
    'vacuum analyze dataset',
  ]);
}
