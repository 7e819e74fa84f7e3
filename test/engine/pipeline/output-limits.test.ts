import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import type { OutputLimits } from '#engine/pipeline/pipeline.ts';
import { runAll, sourceOf } from '../source-of.ts';

const nested = (content: string, layers = 3) =>
  Array.from({ length: layers }).reduce<Buffer>((inside) => gzipSync(inside), Buffer.from(content));
const bounds: OutputLimits = { baseRecords: 100, recordsPerByte: 2, baseCharacters: 10_000, charactersPerByte: 10 };
const csv = (content: Buffer | string) => ({ source: sourceOf(content), type: 'csvfile', params: {} });

test('the records of a small archive are limited by the number of bytes read', async () => {
  const packed = nested(`n\n${'1\n'.repeat(100_000)}`);
  await expect(runAll({ resources: [csv(packed)], processors: [], output: bounds })).rejects.toMatchObject({
    code: 'EXTRACTION_FAILED',
    message: `The data could not be extracted: more than ${100 + 2 * packed.length} records were produced from ${packed.length} bytes. If this is intended, publish the data uncompressed; otherwise remove the processor that multiplies it`,
  });
});

test('the same records uncompressed stay within the limit', async () => {
  const { rows } = await runAll({ resources: [csv(`n\n${'1\n'.repeat(100_000)}`)], processors: [], output: bounds });
  expect(rows).toHaveLength(100_000);
});

test('records that a processor enlarges are limited in the same way', async () => {
  const grown = Array.from({ length: 12 }, (_, index) => ({
    uid: `pr_${index}`,
    type: 'expression',
    params: { expression: 'text + text', output_field: 'text' },
  }));
  await expect(
    runAll({ resources: [csv('n,text\n1,abcd\n')], processors: grown, output: bounds }),
  ).rejects.toMatchObject({
    code: 'EXTRACTION_FAILED',
    message: expect.stringMatching(/records of more than \d+ characters were produced from 14 bytes/),
  });
});
