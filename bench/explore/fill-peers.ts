import type { BenchDatabase } from '../database/bench-database.ts';
import { listingColumns } from './make-listings.ts';
import { recordFields } from './make-records.ts';

const typedIndexes = [
  'alter table peer.reading add primary key (reading)',
  ...['station', 'city', 'kind', 'operator', 'day', 'quantity', 'taken'].map(
    (column) => `create index on peer.reading (${column})`,
  ),
  'create index on peer.reading using gist (position)',
  'create index on peer.reading using gin (words)',
];

const names = Object.keys(recordFields).filter((name) => name !== 'position');

/** As a client of a datastore wrote it: one object of JSON for each record. */
const jsonRows = `insert into peer.reading_json select reading, jsonb_build_object(${names
  .map((name) => `'${name}', ${name}`)
  .join(', ')}, 'position', jsonb_build_object('lon', position[1], 'lat', position[0])) from peer.reading`;

const jsonIndexes = [
  'alter table peer.reading_json add primary key (reading)',
  ...['station', 'city', 'kind', 'taken'].map((name) => `create index on peer.reading_json ((value ->> '${name}'))`),
  `create index on peer.reading_json (((value ->> 'quantity')::int))`,
  `create index on peer.reading_json using gist (point((value #>> '{position,lat}')::float, (value #>> '{position,lon}')::float))`,
  `create index on peer.reading_json using gin (to_tsvector('simple', (value ->> 'title') || ' ' || (value ->> 'remark')))`,
];

const sorting = `set maintenance_work_mem = '256MB'`;

/** Copies the records into both tables of the peers, and creates their indexes. */
export async function fillRecords(database: BenchDatabase, csv: string): Promise<void> {
  await database.copyCsv(`peer.reading (${Object.keys(recordFields).join(', ')})`, csv);
  await database.runApart([sorting, ...typedIndexes, 'vacuum analyze peer.reading']);
  await database.runApart([sorting, jsonRows, ...jsonIndexes, 'vacuum analyze peer.reading_json']);
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
