import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const script = fileURLToPath(new URL('./read-generated.ts', import.meta.url));

/** How many records a process with so much memory, in MB, reads of content made as it is read. */
async function recordsReadWithin(memory: number, type: string, records: number): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--max-old-space-size=${memory}`, '--no-warnings', script, type, String(records)],
    { env: { PATH: process.env['PATH'] } },
  );
  return Number(stdout);
}

test('the largest features of GeoJSON are held one or two at a time, and no more than once', async () => {
  expect(await recordsReadWithin(112, 'geojsonfile', 3)).toBe(3);
}, 120_000);

test('the geometries of a small TopoJSON file are made only as they are taken, however large they become', async () => {
  expect(await recordsReadWithin(64, 'topojsonfile', 40)).toBe(40);
}, 120_000);
