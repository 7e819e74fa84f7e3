import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/**
 * Loads a CSV through csv-parse and COPY into a table with the columns of a generation of records, creates the indexes of a generation
 * one after another, and prints the seconds of both and the CPU seconds of this process. Types are not inferred but known, identifiers
 * are positions, words are the texts as they are, and nobody hears of progress.
 */
const { CSV: path = '', DATABASE_URL: connectionString } = process.env;
const client = new pg.Client({ connectionString, options: '-c jit=off -c maintenance_work_mem=128MB' });
await client.connect();
await client.query(`drop table if exists copied; set datestyle = 'ISO, DMY'`);
await client.query(`create table copied (
  _position bigint not null, _timestamp timestamptz not null default now(), _size integer not null, _id bytea not null, rest jsonb,
  _words tsvector storage external, c0 bigint, c1 text collate "C", c2 text collate "C", c3 timestamptz, c4 double precision,
  c5 bigint, c6 text collate "C", c7 text collate "C", c8 text collate "C")`);

const separator = '\u0002';
const pieceLength = 64 * 1024;
let position = -1;
let piece = '';
const lines = new Transform({
  writableObjectMode: true,
  transform([reading, station = '', city = '', ...others]: string[], _encoding, done) {
    if (position++ >= 0) {
      const [, , , state = '', remark = ''] = others;
      const place = `${city} · ${station}`;
      const technical = [position, 0, `\\x${String(position).padStart(40, '0')}`];
      const words = `${station} ${city} ${state} ${remark} ${place}`;
      piece += `${[...technical, words, reading, station, city, ...others, place].join(separator)}\n`;
    }
    if (piece.length < pieceLength) {
      done();
      return;
    }
    const full = piece;
    piece = '';
    done(null, full);
  },
  flush(done) {
    done(null, piece);
  },
});
const begin = performance.now();
await pipeline(
  createReadStream(path),
  parse(),
  lines,
  client.query(
    copyFrom(
      `copy copied (_position, _size, _id, _words, c0, c1, c2, c3, c4, c5, c6, c7, c8)
        from stdin with (format csv, delimiter e'\\x02', quote e'\\x01')`,
    ),
  ),
);
const loadSeconds = (performance.now() - begin) / 1000;
await client.query('create unique index on copied (_position)');
await client.query('create unique index on copied (_id)');
await client.query('vacuum (freeze) copied');
await client.query('create index on copied (c3)');
await client.query('create index on copied using gin (_words) with (fastupdate = off)');
await client.query('alter table copied alter column _words set statistics 0');
await client.query('analyze copied');
const seconds = (performance.now() - begin) / 1000;
await client.query('drop table copied');
await client.end();
const { user, system } = process.cpuUsage();
process.stdout.write(JSON.stringify({ loadSeconds, seconds, cpuSeconds: (user + system) / 1e6 }));
