import type { ExportFormat, ExportSource } from './export-format.ts';

const separatorLength = 1;

/** One array of rows. The text of each row is written unchanged. */
export const jsonExport = {
  description: 'One array of rows.',
  mediaType: 'application/json; charset=utf-8',
  extension: 'json',
  needsGeometry: false,
  copyRows: () => ({ form: { kind: 'texts', end: ',' } }),
  async *write({ rows, copied }: Pick<ExportSource, 'rows' | 'copied'>) {
    yield '[';
    let separator = '';
    for await (const batch of copied ?? rows) {
      if (separator !== '') yield separator;
      yield Buffer.isBuffer(batch) ? batch.subarray(0, -separatorLength) : batch.join(',');
      separator = ',';
    }
    yield ']';
  },
} satisfies ExportFormat;

/** One row per line. */
export const jsonLinesExport: ExportFormat = {
  description: 'A row on each line (JSON Lines).',
  mediaType: 'application/jsonl; charset=utf-8',
  extension: 'jsonl',
  needsGeometry: false,
  copyRows: () => ({ form: { kind: 'texts', end: '\n' } }),
  async *write({ rows, copied }) {
    if (copied) yield* copied;
    else for await (const batch of rows) yield `${batch.join('\n')}\n`;
  },
};
