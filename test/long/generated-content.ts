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
      .setHeader('content-type', pathname === '/csv' ? 'text/csv' : 'application/json')
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
