import { parseJson } from './json.ts';

/**
 * A value that is already written as JSON, such as one that PostgreSQL built. `writeJson` copies its text, so a value that
 * is only passed on is never parsed. A resolver may return a JsonText for a scalar of open JSON.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The value. Each call parses the text. */
  get value(): unknown {
    return parseJson(this.text);
  }

  /** `JSON.stringify` calls this method, because it cannot copy a text. */
  toJSON(): unknown {
    return this.value;
  }
}

/** Whether a value is a JsonText or contains one. */
export function holdsJsonText(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof JsonText || Object.values(value).some(holdsJsonText);
}

/** Writes a value as JSON. Copies the texts in it where they stand; the rest is written as `JSON.stringify` does. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  // For a value without texts, `JSON.stringify` is much faster than the code below.
  if (!holdsJsonText(value)) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  const members = Object.entries(value ?? {}).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join(',')}}`;
}
