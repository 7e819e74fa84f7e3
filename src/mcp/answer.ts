import { canonicalJson, tryParseJson, writeJson } from '#kernel/json.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type CatalogError, failFields } from '#kernel/fail.ts';
import { adviceAfter } from './advice.ts';
import type { Answer, Tool } from './tool.ts';

/** An answer with a list of which all items are known. */
export const wholeList = (head: object, name: string, items: readonly unknown[]): Answer => ({
  head,
  list: { name, items, start: 0, total: items.length },
});

/** The size of the text of an answer, escaped, in bytes; the message around it takes the rest of 25,000. */
const maxBytes = 24_000;

/** The bytes that are left for what an answer says about its page. */
const pageBytes = 1_200;

/** The characters of a part of an item. Quoted in an answer, which is quoted in the message, a character takes at most four bytes. */
const partLength = 5_000;

/** A page of an answer. */
interface Page {
  readonly answer: Answer;
  /** Where it begins. */
  readonly from: Position;
  /** Identifies the call in the cursor. */
  readonly fingerprint: string;
}

/**
 * Writes as much of an answer as fits, from a position on: the head, then whole items. An item that is too large for one answer comes in
 * parts. The text says how many of how many items it has, and where the rest is.
 */
export function fitAnswer({ answer, from, fingerprint }: Page): string {
  const { head, list } = answer;
  if (from.skip > 0) return writePart(answer, from, fingerprint);
  const parts: string[] = from.item === -1 ? membersOf(head) : [];
  let bytes = pageBytes + sizeOf(parts.join());
  if (bytes > maxBytes) return writePart(answer, from, fingerprint);
  if (!list) return `{${parts.join(',')}}`;
  const first = Math.max(from.item, 0);
  const items: string[] = [];
  for (const item of list.items.slice(Math.max(first - list.start, 0))) {
    const text = textOf(item);
    bytes += sizeOf(text) + 1;
    if (bytes > maxBytes) break;
    items.push(text);
  }
  const next = { item: first + items.length, skip: 0 };
  if (items.length === 0 && from.item >= 0 && itemAt(answer, next.item) !== undefined)
    return writePart(answer, next, fingerprint);
  const page = describePage(answer, { first, next, fingerprint });
  return `{${[...parts, `${JSON.stringify(list.name)}:[${items.join(',')}]`, `"page":${JSON.stringify(page)}`].join(',')}}`;
}

/** What an answer says about its list. */
function describePage(
  { list }: Answer,
  { first, next, fingerprint }: { readonly first: number; readonly next: Position; readonly fingerprint: string },
): object {
  const count = next.item - first;
  const total = list?.total;
  const shown = `${count === 0 ? 'no items' : `${first + 1}–${next.item}`}${total === undefined ? '' : ` of ${total}`}`;
  const isComplete = total === undefined ? !hasMoreAfter(list, next.item) : next.item >= total;
  if (isComplete) return { shown };
  if (list?.end && next.item >= list.end.position) return { shown, note: list.end.advice };
  return { shown, nextCursor: writeCursor(next, fingerprint), note: continuation };
}

const continuation = 'More follows: call again with the same arguments and this cursor.';

function hasMoreAfter(list: Answer['list'], position: number): boolean {
  return list !== undefined && (position < list.start + list.items.length || list.hasMore === true);
}

/** Writes a part of the head or of an item that is too large for one answer. */
function writePart(answer: Answer, { item, skip }: Position, fingerprint: string): string {
  const whole = item === -1 ? `{${membersOf(answer.head).join(',')}}` : (itemAt(answer, item) ?? '');
  const end = endOfPart(whole, skip + partLength);
  const next = end < whole.length ? { item, skip: end } : { item: item + 1, skip: 0 };
  const hasMore = next.skip > 0 || hasMoreAfter(answer.list, next.item);
  return JSON.stringify({
    part: whole.slice(skip, end),
    of: item === -1 ? 'the answer without its list' : `item ${item + 1} of ${answer.list?.name ?? ''}`,
    characters: `${skip + 1}–${end} of ${whole.length}`,
    page: {
      ...(hasMore && { nextCursor: writeCursor(next, fingerprint), note: continuation }),
      total: answer.list?.total,
    },
  });
}

/** The end of a part: not between the two halves of a character. */
const endOfPart = (text: string, end: number): number =>
  end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : Math.min(end, text.length);

function itemAt({ list }: Answer, position: number): string | undefined {
  const item = list?.items[position - list.start];
  return item === undefined ? undefined : textOf(item);
}

/** The members of an object as JSON. */
const membersOf = (head: object): string[] =>
  Object.entries(head).flatMap(([name, value]: [string, unknown]) =>
    value === undefined ? [] : `${JSON.stringify(name)}:${textOf(value)}`,
  );

const textOf = (value: unknown): string => writeJson(value).toString();

/** The size of a text within a JSON text, in bytes. */
const sizeOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** Where an answer continues. */
interface Position {
  /** The next item, counted from 0; -1 for the head of the answer. */
  readonly item: number;
  /** How many characters of its JSON were sent already; more than 0 only where the item alone is too large for an answer. */
  readonly skip: number;
}

/** The beginning: the head, then the first item. */
const beginning: Position = Object.freeze({ item: -1, skip: 0 });

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
const writeCursor = ({ item, skip }: Position, fingerprint: string): string =>
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

/** The maximum size of the problems of arguments in an answer, in characters. */
const maxProblems = 3_000;

/**
 * Describes a failure to the agent: the code and the message of the error table, its details, and what is wrong with each argument. The text
 * says when it leaves some out.
 */
export function describeFailure(
  failure: CatalogError,
  { fields: _fields, ...extensions }: Readonly<Record<string, unknown>>,
  { name, argumentOf }: Pick<Tool, 'name' | 'argumentOf'>,
): string {
  const problems = Object.entries(failure.fields ?? {}).map(
    ([path, messages]) => [argumentOf(path), messages] as const,
  );
  const shown: typeof problems = [];
  let length = 0;
  for (const problem of problems) {
    length += JSON.stringify(problem).length;
    if (length > maxProblems) break;
    shown.push(problem);
  }
  const next = adviceAfter(failure.code, { tool: name, paths: problems.map(([path]) => path) });
  return JSON.stringify({
    code: failure.code,
    message: failure.message,
    ...(next !== undefined && { next }),
    ...extensions,
    ...(problems.length > 0 && { arguments: Object.fromEntries(shown) }),
    ...(shown.length < problems.length && { more: 'Other arguments have problems as well. Correct these first.' }),
  });
}
