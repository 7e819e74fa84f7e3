import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { landOutline } from '../../src/tools/write-land-outline.ts';

const outline = readFileSync('src/portal-page/land.svg', 'utf8');

test('the land of maps is what its tool makes of world-atlas, below 12 kB compressed', async () => {
  expect(outline).toBe(await landOutline());
  expect(brotliCompressSync(outline).length).toBeLessThan(12_000);
});
