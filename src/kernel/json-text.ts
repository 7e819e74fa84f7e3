import { CatalogError } from './fail.ts';
import { parseJson } from './json.ts';

/** Written JSON: a text, or the bytes of a text in UTF-8. */
export type WrittenJson = string | Buffer;

/** The maximum size of an answer, and of the results of the database from which it is made, in MiB. */
export const maxAnswerMebibytes = 32;
const maxBytes = maxAnswerMebibytes * 2 ** 20;
/** The maximum number of UTF-8 bytes of one UTF-16 code unit. */
const maxUnitBytes = 3;

/**
 * A value that is already written as JSON, such as one that PostgreSQL built. `writeJson` copies it, so a value that is only
 * passed on is never parsed, and bytes never become a string. A resolver may return a JsonText for a scalar of open JSON.
 */
export class JsonText {
  readonly json: WrittenJson;

  constructor(json: WrittenJson) {
    this.json = json;
  }

  /** The value. Each call parses the text. */
  get value(): unknown {
    return parseJson(this.json.toString());
  }

  /** Whether the value is null. */
  get isNull(): boolean {
    return this.json.length === nullText.length && this.json.toString() === nullText;
  }

  /** `JSON.stringify` calls this method, because it cannot copy a text. */
  toJSON(): unknown {
    return this.value;
  }
}

const nullText = 'null';

/**
 * Writes a value as JSON, followed by `end`: as bytes if the value contains bytes, else as a string. Copies the texts in it; the rest is
 * written as `JSON.stringify` does. Fails ANSWER_TOO_LARGE, before the texts are joined: a short request may repeat a large value often.
 */
export function writeJson(value: unknown, end = ''): WrittenJson {
  if (value instanceof JsonText && end === '') return withinLimit(value.json);
  const containers = new Set<object>();
  // For a value without texts, `JSON.stringify` is much faster than the code below.
  if (!measureParts(value, { containers, length: 0 })) return withinLimit(JSON.stringify(value ?? null) + end);
  const parts: WrittenJson[] = [];
  addParts(value, containers, parts);
  parts.push(end);
  if (parts.every((part) => typeof part === 'string')) return withinLimit(parts.join(''));
  const bytes = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  if (bytes.reduce((sum, { length }) => sum + length, 0) > maxBytes) throw tooLarge();
  return Buffer.concat(bytes);
}

/** Fails ANSWER_TOO_LARGE where a value is too large to be written as JSON, without writing it. */
export function checkJsonSize(value: unknown): void {
  measureParts(value, { containers: new Set(), length: 0 });
}

const tooLarge = () => new CatalogError('ANSWER_TOO_LARGE', { limit: maxAnswerMebibytes });

/** Returns written JSON. Fails ANSWER_TOO_LARGE. */
function withinLimit<Written extends WrittenJson>(json: Written): Written {
  if (maxUnitBytes * json.length > maxBytes && Buffer.byteLength(json) > maxBytes) throw tooLarge();
  return json;
}

/** What is known of a value before it is written: its objects and lists that contain a JsonText, and a lower bound of its bytes. */
interface Measured {
  readonly containers: Set<object>;
  length: number;
}

/** Measures a value, and returns whether it is a JsonText or contains one. Fails ANSWER_TOO_LARGE as soon as the value is known to be too large. */
function measureParts(value: unknown, measured: Measured): boolean {
  if (typeof value !== 'object' || value === null) {
    addLength(measured, typeof value === 'string' ? value.length : 1);
    return false;
  }
  if (value instanceof JsonText) {
    addLength(measured, value.json.length);
    return true;
  }
  let isContainer = false;
  if (Array.isArray(value)) for (const item of value) isContainer = measureMember('', item, measured) || isContainer;
  else
    for (const [name, member] of Object.entries(value))
      if (member !== undefined) isContainer = measureMember(name, member, measured) || isContainer;
  if (isContainer) measured.containers.add(value);
  return isContainer;
}

/** Measures a member with its name, which an alias may make longer than the value, and the comma or bracket next to it. */
function measureMember(name: string, member: unknown, measured: Measured): boolean {
  addLength(measured, name.length + 1);
  return measureParts(member, measured);
}

function addLength(measured: Measured, length: number): void {
  measured.length += length;
  if (measured.length > maxBytes) throw tooLarge();
}

/** Adds the parts of a value that is neither undefined nor a function. Adjacent strings form one part. */
function addParts(value: unknown, containers: ReadonlySet<object>, parts: WrittenJson[]): void {
  if (value instanceof JsonText) addPart(parts, value.json);
  else if (typeof value !== 'object' || value === null || !containers.has(value))
    addPart(parts, JSON.stringify(value ?? null));
  else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      addPart(parts, index === 0 ? '[' : ',');
      addParts(item, containers, parts);
    });
    addPart(parts, ']');
  } else {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    members.forEach(([name, member], index) => {
      addPart(parts, `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
      addParts(member, containers, parts);
    });
    addPart(parts, '}');
  }
}

function addPart(parts: WrittenJson[], part: WrittenJson): void {
  const last = parts.at(-1);
  if (typeof last === 'string' && typeof part === 'string') parts[parts.length - 1] = last + part;
  else parts.push(part);
}
