/** A table as the report shows it; cells are texts, the first column is set left and all others right. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How many columns from the left are words. */
  readonly words?: number;
}

/** A number for people: three digits that mean something, or a dash where there is none. */
export function numberText(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toFixed(digits).replace(/\B(?=(\d{3})+$)/g, digits === 0 ? ',' : '');
}

/** The table with aligned columns, for a terminal. */
export function alignedTable({ head, rows, words = 1 }: Table): string[] {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at < words ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)];
}

/** The table in Markdown. */
export function markdownTable({ head, rows, words = 1 }: Table): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map((_, at) => (at < words ? '---' : '--:')).join('|')}|`, ...rows.map(line)];
}
