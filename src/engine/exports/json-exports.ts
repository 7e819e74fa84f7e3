import type { ExportFormat, ExportSource } from './export-format.ts';

const separator = ',';

/** One array of rows. The text of each row is written unchanged. */
export const jsonExport = {
  description: 'One array of rows.',
  mediaType: 'application/json; charset=utf-8',
  extension: 'json',
  needsGeometry: false,
  select: ({ items, rows }) => ({ kind: 'lines', statement: rows(items), end: separator }),
  async *write({ rows, lines }: Pick<ExportSource, 'rows' | 'lines'>) {
    yield '[';
    let before = '';
    for await (const batch of lines ?? rows) {
      yield `${before}${typeof batch === 'string' ? batch.slice(0, -separator.length) : batch.join(separator)}`;
      before = separator;
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
  select: ({ items, rows }) => ({ kind: 'lines', statement: rows(items), end: '\n' }),
  async *write({ rows, lines }) {
    if (lines) yield* lines;
    else for await (const batch of rows) yield `${batch.join('\n')}\n`;
  },
};
