import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { afterAll } from '@jest/globals';

/** Pieces of about 64 KB of what the lines are. */
function* pieces(lines: Iterable<string>): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

const padded = (row: number): string => String(row).padStart(9, '0');

/** A table with this number of rows, each of about a hundred bytes. */
export function* csvOf(rows: number): Generator<string> {
  yield 'n,Station,Read at,Value,State,Remark\n';
  for (let row = 1; row <= rows; row++)
    yield `${row},station-${padded(row % 5_000)},21/11/2026 ${String(row % 24).padStart(2, '0')}:30,${row % 450}.5,in_service,"checked, nothing found by ${padded(row)}"\n`;
}

const regions = ['north', 'east', 'south', 'west'];

/** A table with this number of rows and twenty columns, each row of about two hundred bytes. The words `even` and `odd` are never together. */
export function* wideCsvOf(rows: number): Generator<string> {
  yield 'n,station,city,region,country,state,remark,kind,owner,code,value,lowest,highest,readings,share,day,read_at,position,page,parity\n';
  for (let row = 0; row < rows; row++) {
    const region = regions[row % 4] ?? '';
    const day = `20${String(10 + (row % 15))}-0${1 + (row % 9)}-1${row % 10}`;
    yield (
      [
        ...[row, `station ${row % 5_000}`, `Zürich ${row % 300}`, region, `country ${row % 40}`, 'in service'],
        ...[`checked by ${row % 70_000}`, `kind ${row % 12}`, `owner ${row % 900}`, `code-${padded(row)}`],
        ...[(row % 450) + 0.5, row % 100, 100 + (row % 100), row % 1_000, (row % 97) / 100],
        ...[day, `${day}T0${row % 10}:30:00Z`, `"${40 + (row % 8)}.5, ${row % 9}.25"`, `https://example.org/${row}`],
        ...[row % 2 === 0 ? 'even' : 'odd'],
      ].join(',') + '\n'
    );
  }
}

/** An array of this number of objects of about a thousand bytes, without a line end. */
export function* jsonOf(rows: number): Generator<string> {
  const filling = 'x'.repeat(950);
  yield '[';
  for (let row = 1; row <= rows; row++)
    yield `${row === 1 ? '' : ','}{"n":${row},"filling":"${filling}","list":[1,2,3]}`;
  yield ']';
}

/** A collection of this number of features, each a line with a number of positions of about twenty bytes. */
export function* geojsonOf(rows: number, positions: number): Generator<string> {
  const thousand = Array(1_000).fill('[2.351234,48.851234]').join(',');
  yield '{"type":"FeatureCollection","features":[';
  for (let row = 1; row <= rows; row++) {
    yield `${row === 1 ? '' : ','}{"type":"Feature","properties":{"n":${row}},"geometry":{"type":"LineString","coordinates":[`;
    for (let at = 0; at < positions; at += 1_000) yield (at === 0 ? '' : ',') + thousand;
    yield ']}}';
  }
  yield ']}';
}

/** The content of each address, by its path. */
const contents: Readonly<Record<string, (rows: number, positions: number) => Iterable<string>>> = {
  '/csv': csvOf,
  '/wide': wideCsvOf,
  '/json': jsonOf,
  '/geojson': geojsonOf,
};

/** Starts a web server whose content is made as it is read: `/csv?rows=5`, `/json?rows=5`, `/geojson?rows=5&positions=1000`; `&gzip=1` packs it. */
export async function generatedContent(): Promise<{ readonly host: string; readonly origin: string }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const rows = Number(searchParams.get('rows') ?? Infinity);
    const content = Readable.from(pieces((contents[pathname] ?? csvOf)(rows, Number(searchParams.get('positions')))), {
      objectMode: false,
    });
    response
      .setHeader('content-type', pathname === '/csv' || pathname === '/wide' ? 'text/csv' : 'application/json')
      .on('close', () => content.destroy());
    (searchParams.has('gzip') ? content.pipe(createGzip({ level: 1 })) : content).pipe(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return { host, origin: `http://${host}` };
}
