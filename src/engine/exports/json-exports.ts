import type { ExportFormat, ExportSource } from './export-format.ts';

/** One array of rows. The text of each row is written unchanged. */
export const jsonExport = {
  description: 'One array of rows.',
  mediaType: 'application/json; charset=utf-8',
  extension: 'json',
  needsGeometry: false,
  async *write({ rows }: Pick<ExportSource, 'rows'>) {
    yield '[';
    let separator = '';
    for await (const batch of rows) {
      yield `${separator}${batch.join(',')}`;
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
  async *write({ rows }) {
    for await (const batch of rows) yield `${batch.join('\n')}\n`;
  },
};
