/** A part of a result: JSON text that is sent without being parsed, or an object of such parts by response key. */
export type JsonPart = string | JsonParts;

/** The data of a result, as JSON texts by response key. */
export interface JsonParts {
  readonly [key: string]: JsonPart;
}

/** The parts of a result as one JSON text. */
export const toJsonText = (part: JsonPart): string =>
  typeof part === 'string'
    ? part
    : `{${Object.entries(part)
        .map(([key, value]) => `${JSON.stringify(key)}:${toJsonText(value)}`)
        .join(',')}}`;
