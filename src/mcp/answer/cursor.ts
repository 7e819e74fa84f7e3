import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson, tryParseJson } from '#kernel/json.ts';
import { failFields } from '#kernel/fail.ts';

/** Where an answer continues. */
export interface Position {
  /** The next item, counted from 0; -1 for the head of the answer. */
  readonly item: number;
  /** How many characters of its JSON were sent already; more than 0 only where the item alone is too large for an answer. */
  readonly skip: number;
}

/** The beginning: the head, then the first item. */
export const beginning: Position = Object.freeze({ item: -1, skip: 0 });

/** What a cursor holds: the position, and the fingerprint of the call. */
const content = z.tuple([z.int().min(-1).max(1e9), z.int().min(0).max(1e9), z.string()]);

/** Identifies a call by its tool and arguments, but for those that choose the page. */
export function fingerprintOf(tool: string, given: Readonly<Record<string, unknown>>): string {
  const { cursor: _cursor, limit: _limit, ...others } = given;
  return createHash('sha256')
    .update(canonicalJson([tool, others]))
    .digest('base64url')
    .slice(0, 16);
}

/** Writes a position as the cursor of a call. */
export const writeCursor = ({ item, skip }: Position, fingerprint: string): string =>
  Buffer.from(JSON.stringify([item, skip, fingerprint])).toString('base64url');

/** Reads the cursor of a call; the beginning without one. Fails INVALID_INPUT for a cursor of another call. */
export function readCursor(cursor: unknown, fingerprint: string): Position {
  if (cursor === undefined) return beginning;
  const text = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : '';
  const [item, skip, ofCall] = content.safeParse(tryParseJson(text)).data ?? [];
  if (item === undefined || skip === undefined || ofCall !== fingerprint)
    return failFields({
      cursor: ['The cursor belongs to another call. Send the nextCursor of an answer, with the arguments of its call.'],
    });
  return { item, skip };
}
