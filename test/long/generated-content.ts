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

/** A table of so many rows, each of about a hundred bytes. */
export function* csvOf(rows: number): Generator<string> {
  yield 'n,Station,Read at,Value,State,Remark\n';
  for (let row = 1; row <= rows; row++) yield `${row},station-${padded(row % 5_000)},21/11/2026 ${String(row % 24).padStart(2, '0')}:30,${row % 450}.5,in_service,"checked, nothing found by ${padded(row)}"\n`;
}

/** An array of so many objects of about a thousand bytes, without a line end. */
export function* jsonOf(rows: number): Generator<string> {
  const filling = 'x'.repeat(950);
  yield '[';
  for (let row = 1; row <= rows; row++) yield `${row === 1 ? '' : ','}{"n":${row},"filling":"${filling}","list":[1,2,3]}`;
  yield ']';
}

/** Starts a web server whose content is made as it is read: `/csv?rows=5`, `/json?rows=5`; `&gzip=1` packs it. */
export async function generatedContent(): Promise<{ readonly host: string; readonly origin: string }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const rows = Number(searchParams.get('rows') ?? Infinity);
    const content = Readable.from(pieces(pathname === '/json' ? jsonOf(rows) : csvOf(rows)), { objectMode: false });
    response.setHeader('content-type', pathname === '/json' ? 'application/json' : 'text/csv').on('close', () => content.destroy());
    (searchParams.has('gzip') ? content.pipe(createGzip({ level: 1 })) : content).pipe(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => { server.closeAllConnections(); server.close(); });
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return { host, origin: `http://${host}` };
}
