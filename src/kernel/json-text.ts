import { parseJson } from './json.ts';

/** Written JSON: a text, or the bytes of a text in UTF-8. */
export type WrittenJson = string | Buffer;

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

/** Writes a value as JSON, followed by `end`: as bytes if the value contains bytes, else as a string. Copies the texts in it; the rest is written as `JSON.stringify` does. */
export function writeJson(value: unknown, end = ''): WrittenJson {
  if (value instanceof JsonText && end === '') return value.json;
  const containers = new Set<object>();
  // For a value without texts, `JSON.stringify` is much faster than the code below.
  if (!findContainers(value, containers)) return JSON.stringify(value ?? null) + end;
  const parts: WrittenJson[] = [];
  addParts(value, containers, parts);
  parts.push(end);
  return parts.some((part) => typeof part !== 'string')
    ? Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
    : parts.join('');
}

/** Returns whether a value is a JsonText or contains one; adds the objects and lists that contain one. */
function findContainers(value: unknown, containers: Set<object>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof JsonText) return true;
  const members: readonly unknown[] = Object.values(value);
  let isContainer = false;
  for (const member of members) if (findContainers(member, containers)) isContainer = true;
  if (isContainer) containers.add(value);
  return isContainer;
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
