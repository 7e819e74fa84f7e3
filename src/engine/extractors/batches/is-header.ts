import type { Value } from '#engine/records/record.ts';

/** Whether the cells of a row, of which none is empty, are names: texts, possibly with years. */
export const isHeader = (cells: readonly (Value | undefined)[]): boolean =>
  cells.every((cell) => typeof cell === 'string' || isYear(cell)) && cells.some((cell) => typeof cell === 'string');

const isYear = (cell: unknown): boolean =>
  typeof cell === 'number' && Number.isInteger(cell) && cell >= 1800 && cell < 2100;
