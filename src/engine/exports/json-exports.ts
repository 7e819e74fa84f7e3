import type { ExportFormat } from './export-format.ts';

/** One array of rows. Each row is written exactly as it is received. */
export const jsonExport: ExportFormat = {
  name: 'json',
  mediaType: 'application/json; charset=utf-8',
  extension: 'json',
  async *write(rows) {
    yield '[';
    let separator = '';
    for await (const batch of rows) {
      yield `${separator}${batch.join(',')}`;
      separator = ',';
    }
    yield ']';
  },
};

/** One row per line. */
export const jsonLinesExport: ExportFormat = {
  name: 'jsonl',
  mediaType: 'application/jsonl; charset=utf-8',
  extension: 'jsonl',
  async *write(rows) {
    for await (const batch of rows) yield `${batch.join('\n')}\n`;
  },
};
