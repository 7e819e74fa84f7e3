import type { MeasuredOperation } from './metrics.ts';

/** The maximum number of names of clients' operations that are values of a label. Each value is a dozen time series. */
const maxNames = 100;

/** The maximum length of a name. */
const maxLength = 100;

/**
 * Creates the function that returns the label of an operation. A client may name its operations at will, so only the first names of
 * callers with a key are labels; all others are `other`.
 */
export function createOperationLabels(): (operation: Pick<MeasuredOperation, 'name' | 'origin'>) => string {
  const names = new Set<string>();
  return ({ name, origin }) => {
    if (origin === 'persisted' || names.has(name)) return name;
    if (name === '') return 'unnamed';
    if (origin === 'anonymous' || names.size >= maxNames || name.length > maxLength) return 'other';
    names.add(name);
    return name;
  };
}
