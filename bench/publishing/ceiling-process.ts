import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Loads a CSV into a table as the service's own, through csv-parse and COPY with nothing in between, and prints the seconds. */
const { CSV: path = '', DATABASE_URL: connectionString } = process.env;
const client = new pg.Client({ connectionString });
await client.connect();
await client.query('drop table if exists copied');
await client.query(
  'create table copied (generation bigint not null, position bigint not null, value jsonb not null, primary key (generation, position))',
);

let position = 0;
let header: string[] | undefined;
const lines = new Transform({
  writableObjectMode: true,
  transform(cells: string[], _encoding, done) {
    if (!header) {
      header = cells;
      done();
      return;
    }
    const value: Record<string, string> = {};
    header.forEach((name, at) => {
      value[name] = cells[at] ?? '';
    });
    done(null, `1\t${String(position++)}\t${JSON.stringify(value).replaceAll('\\', '\\\\')}\n`);
  },
});
const begin = performance.now();
await pipeline(createReadStream(path), parse(), lines, client.query(copyFrom('copy copied from stdin')));
const seconds = (performance.now() - begin) / 1000;
await client.query('drop table copied');
await client.end();
process.stdout.write(`${String(seconds)}\n`);
