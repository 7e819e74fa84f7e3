import { hash } from 'node:crypto';
import type { SqlType } from '#engine/odsql/sql/expression-sql.ts';
import { failFields } from '#kernel/fail.ts';
import { tryParseJson } from '#kernel/json.ts';
import type { TextSeal } from '#platform/encryption.ts';

/** Where a page ends: the texts of the keys of the order, null where a record has no value, and the position. */
export interface RecordPosition {
  readonly keys: readonly (string | null)[];
  readonly position: string;
}

/** The list that a cursor belongs to. */
export interface CursorList {
  readonly generation: string;
  /** Describes the order; cursors of another order are refused. */
  readonly order: string;
  /** The types of the keys. */
  readonly types: readonly SqlType[];
  /** Seals the cursors of callers who do not see all records: a position counts the hidden records before it. */
  readonly seal?: TextSeal | undefined;
}

/** The digits of a position in a sealed cursor. They hold every position, so the length of a cursor does not show how large it is. */
const positionDigits = 19;

/** The cursor of a record: base64url of a JSON array, sealed where the list has a seal. */
export function recordCursor({ generation, order, seal }: CursorList, { keys, position }: RecordPosition): string {
  const parts = [generation, fingerprint(order), seal ? position.padStart(positionDigits, '0') : position, ...keys];
  const text = JSON.stringify(parts);
  return seal ? seal.seal(text) : Buffer.from(text).toString('base64url');
}

/**
 * The position that a cursor encodes. Fails INVALID_INPUT for a cursor of another order, of another list or of earlier records, whose
 * positions mean nothing in the current records.
 */
export function parseRecordCursor(cursor: string, { generation, order, types, seal }: CursorList): RecordPosition {
  const parts = tryParseJson(seal ? seal.open(cursor) : Buffer.from(cursor, 'base64url').toString('utf8'));
  const [cursorGeneration, orderFingerprint, position, ...keys] = isList(parts) ? parts : [];
  if (typeof cursorGeneration !== 'string' || !isOfType.bigint(position) || keys.length !== types.length)
    return failCursor(unknownCursor);
  if (cursorGeneration !== generation)
    return failCursor('The records were published again since; start from the first page.');
  if (orderFingerprint !== fingerprint(order)) return failCursor(unknownCursor);
  const valid = keys.flatMap((key, index) => (key === null || isOfType[types[index] ?? 'text'](key) ? [key] : []));
  return valid.length === keys.length ? { keys: valid, position } : failCursor(unknownCursor);
}

const isList = (parts: unknown): parts is readonly unknown[] => Array.isArray(parts);

const unknownCursor = 'This is not a cursor of this list; take one from its edges or pageInfo.';

const failCursor = (message: string): never => failFields({ after: [message] });

const fingerprint = (order: string): string => hash('sha256', order, 'base64url').slice(0, 12);

const day = /^\d{4,6}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])$/;
const instant =
  /^(\d{4,6}-\d\d-\d\d) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d){0,2}$/;

/** Whether a part of a cursor is a text of the type, so that casting it cannot fail. */
const isOfType: Readonly<Record<SqlType, (part: unknown) => part is string>> = {
  text: (part): part is string => typeof part === 'string' && !part.includes('\0'),
  bigint: (part): part is string => isMatch(part, /^-?\d{1,19}$/) && BigInt.asIntN(64, BigInt(part)) === BigInt(part),
  'double precision': (part): part is string =>
    isMatch(part, /^-?\d{1,400}(?:\.\d{1,400})?(?:e[+-]\d{1,3})?$/) && Number.isFinite(Number(part)),
  date: (part): part is string => isMatch(part, day) && isDay(part),
  timestamptz: (part): part is string => isMatch(part, instant) && isDay(instant.exec(part)?.[1] ?? ''),
};

const isMatch = (part: unknown, pattern: RegExp): part is string => typeof part === 'string' && pattern.test(part);

/** Whether the calendar has a day of the years that JavaScript and PostgreSQL share. */
function isDay(text: string): boolean {
  const [year = '', month, date] = text.split('-');
  const time = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)));
  time.setUTCFullYear(Number(year));
  return Number(year) > 0 && time.getUTCMonth() === Number(month) - 1 && time.getUTCDate() === Number(date);
}
