import { CatalogError } from '../kernel/fail.ts';
import { ReceivedFile } from './upload.ts';

/** How deep JSON from a client may nest. */
const deepestNesting = 64;

interface Open {
  readonly value: unknown;
  readonly path: readonly string[];
}

/**
 * Fails INVALID_INPUT when an input has text that no database keeps (NUL, half a surrogate pair), a number beyond all
 * numbers, or JSON nested too deep, naming the field. It does not recurse: the depth is the sender's choice.
 */
export function refuseUnkeepable(inputs: Readonly<Record<string, unknown>>): void {
  const open: Open[] = [{ value: inputs, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (path.length > deepestNesting) refuse(path.slice(0, 2), `Nest JSON ${String(deepestNesting)} levels deep at most.`);
    const problem = problemOf(value);
    if (problem) refuse(path, problem);
    if (typeof value !== 'object' || value === null || value instanceof ReceivedFile) continue;
    for (const [name, part] of Object.entries(value)) open.push({ value: name, path }, { value: part, path: [...path, name] });
  }
}

/** Whether a value has nothing of that. */
export function isKeepable(value: unknown): boolean {
  try {
    refuseUnkeepable({ value });
    return true;
  } catch (error) {
    if (error instanceof CatalogError) return false;
    throw error;
  }
}

function problemOf(value: unknown): string | undefined {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return 'Leave out NUL characters and halves of surrogate pairs.';
  return typeof value === 'number' && !Number.isFinite(value) ? 'Send a number that a double holds.' : undefined;
}

/** Names the field as every other failure does: without the `input` in front. */
function refuse(path: readonly string[], reason: string): never {
  const fields = path[0] === 'input' && path.length > 1 ? path.slice(1) : path;
  throw new CatalogError('INVALID_INPUT', { reason }, { [fields.join('.').toWellFormed().replaceAll('\0', '\uFFFD')]: [reason] });
}
