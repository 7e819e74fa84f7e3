import { CatalogError, failOnFields } from '#kernel/fail.ts';
import { ReceivedFile } from './types/scalars.ts';

/** The maximum number of errors in one answer. */
const maxReportedErrors = 50;

/** An object or a list that is being traversed. The open levels form a stack. */
interface Level {
  readonly value: object;
  /** The names of an object; undefined for a list. */
  readonly names: readonly string[] | undefined;
  readonly size: number;
  /** The index of the entry that is read next. */
  next: number;
}

/**
 * Fails INVALID_INPUT, with every field at fault, when an input has text that PostgreSQL cannot store (NUL, half a surrogate pair), an
 * infinite number, or more than the limits allow. It reads each value once and stops at the first exceeded limit. It does not
 * recurse, because the client chooses the depth.
 */
export function assertStorable(inputs: Readonly<Record<string, unknown>>, limits: InputLimits = inputLimits): void {
  const levels: Level[] = [];
  const faults = new Map<string, readonly string[]>();
  enterLevel(levels, inputs, limits);
  let values = 0;
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    if (level.next === level.size) {
      levels.pop();
      continue;
    }
    const name = level.names?.[level.next];
    const value: unknown = Reflect.get(level.value, name ?? level.next);
    level.next += 1;
    values += 1;
    if (values > limits.values) failAt(levels.slice(0, 2), `Send at most ${limits.values} values in one request.`);
    const problem = problemOf(name, value, limits);
    if (problem) faults.set(pathOf(levels), [problem]);
    if (faults.size === maxReportedErrors) break;
    if (typeof value === 'object' && value !== null && !(value instanceof ReceivedFile))
      enterLevel(levels, value, limits);
  }
  failOnFields(Object.fromEntries(faults));
}

/** Whether `assertStorable` accepts a value. */
export function isStorableInput(value: unknown): boolean {
  try {
    assertStorable({ value });
    return true;
  } catch (error) {
    if (error instanceof CatalogError) return false;
    throw error;
  }
}

function enterLevel(levels: Level[], value: object, limits: InputLimits): void {
  const level = levelOf(value);
  const tooMany = sizeProblemOf(level, limits);
  if (tooMany) failAt(levels, tooMany);
  if (levels.length === limits.depth) failAt(levels.slice(0, 2), `Nest JSON ${limits.depth} levels deep at most.`);
  levels.push(level);
}

function levelOf(value: object): Level {
  if (Array.isArray(value)) return { value, names: undefined, size: value.length, next: 0 };
  const names = Object.keys(value);
  return { value, names, size: names.length, next: 0 };
}

function sizeProblemOf({ names, size }: Level, limits: InputLimits): string | undefined {
  if (names) return size > limits.names ? `Send at most ${limits.names} names in one object.` : undefined;
  return size > limits.items ? `Send at most ${limits.items} items in one list.` : undefined;
}

function problemOf(name: string | undefined, value: unknown, { nameLength }: InputLimits): string | undefined {
  if (name !== undefined && name.length > nameLength) return `Send names of at most ${nameLength} characters.`;
  if ((name !== undefined && !isText(name)) || (typeof value === 'string' && !isText(value)))
    return 'NUL characters and lone surrogates are not allowed.';
  return typeof value === 'number' && !Number.isFinite(value)
    ? 'Send a number between -1.8e308 and 1.8e308.'
    : undefined;
}

const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The path of the field that was read last, without the `input` in front, as in all other errors. */
function pathOf(levels: readonly Level[]): string {
  const path = levels.map(({ names, next }) => names?.[next - 1] ?? String(next - 1));
  const fields = path[0] === 'input' && path.length > 1 ? path.slice(1) : path;
  return fields.join('.').toWellFormed().replaceAll('\0', '\uFFFD');
}

/** Stops the traversal: an exceeded limit is reported without other errors. */
function failAt(levels: readonly Level[], reason: string): never {
  throw new CatalogError('INVALID_INPUT', { reason }, levels.length === 0 ? undefined : { [pathOf(levels)]: [reason] });
}

/** Upper limits on the JSON of a request, as variables or as a body. */
interface InputLimits {
  /** The maximum number of values, at all levels together. */
  readonly values: number;
  /** The maximum number of items of one list. */
  readonly items: number;
  /** The maximum number of names in one object. */
  readonly names: number;
  /** The maximum length of a name, in characters. */
  readonly nameLength: number;
  /** The maximum number of levels of objects and lists. */
  readonly depth: number;
}

/** The limits of the service, generous for a sensible body of 1 MiB. */
export const inputLimits: InputLimits = Object.freeze({
  values: 250_000,
  items: 100_000,
  names: 2_000,
  nameLength: 1_000,
  depth: 64,
});
