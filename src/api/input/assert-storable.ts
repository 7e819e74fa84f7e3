import { CatalogError, failOnFields } from '../../kernel/fail.ts';
import { inputLimits, type InputLimits } from './input-limits.ts';
import { ReceivedFile } from '../types/upload.ts';

/** How many faults are told at once. */
const maxReportedErrors = 50;

/** An object or a list that is being read, and how far. */
interface Level {
  readonly value: object;
  /** The names of an object; undefined for a list. */
  readonly names: readonly string[] | undefined;
  readonly size: number;
  next: number;
}

/**
 * Fails INVALID_INPUT when an input has text that no database keeps (NUL, half a surrogate pair), a number beyond all
 * numbers, or more than the limits allow, naming every field at fault. It reads each value once, keeps one entry for each level,
 * and ends with the first faults and with what is too much; it does not recurse: the depth is the sender's choice.
 */
export function assertStorable(inputs: Readonly<Record<string, unknown>>, limits: InputLimits = inputLimits): void {
  const open: Level[] = [];
  const faults = new Map<string, readonly string[]>();
  enter(open, inputs, limits);
  let values = 0;
  for (let level = open.at(-1); level; level = open.at(-1)) {
    if (level.next === level.size) {
      open.pop();
      continue;
    }
    const name = level.names?.[level.next];
    const value: unknown = Reflect.get(level.value, name ?? level.next);
    level.next += 1;
    values += 1;
    if (values > limits.values) refuse(open.slice(0, 2), `Send at most ${limits.values} values in one request.`);
    const problem = problemOf(name, value, limits);
    if (problem) faults.set(placeIn(open), [problem]);
    if (faults.size === maxReportedErrors) break;
    if (typeof value === 'object' && value !== null && !(value instanceof ReceivedFile)) enter(open, value, limits);
  }
  failOnFields(Object.fromEntries(faults));
}

/** Whether a value has nothing of that. */
export function isKeepable(value: unknown): boolean {
  try {
    assertStorable({ value });
    return true;
  } catch (error) {
    if (error instanceof CatalogError) return false;
    throw error;
  }
}

function enter(open: Level[], value: object, limits: InputLimits): void {
  const level = levelOf(value);
  const tooMany = sizeProblemOf(level, limits);
  if (tooMany) refuse(open, tooMany);
  if (open.length === limits.depth) refuse(open.slice(0, 2), `Nest JSON ${limits.depth} levels deep at most.`);
  open.push(level);
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
    return 'Leave out NUL characters and halves of surrogate pairs.';
  return typeof value === 'number' && !Number.isFinite(value) ? 'Send a number that a double holds.' : undefined;
}

const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The field that was read last, named as every other failure does: without the `input` in front. */
function placeIn(open: readonly Level[]): string {
  const path = open.map(({ names, next }) => names?.[next - 1] ?? String(next - 1));
  const fields = path[0] === 'input' && path.length > 1 ? path.slice(1) : path;
  return fields.join('.').toWellFormed().replaceAll('\0', '\uFFFD');
}

/** Ends the reading: what is too much is told alone. */
function refuse(open: readonly Level[], reason: string): never {
  throw new CatalogError('INVALID_INPUT', { reason }, open.length === 0 ? undefined : { [placeIn(open)]: [reason] });
}
