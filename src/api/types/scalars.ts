import { GraphQLError, GraphQLScalarType } from 'graphql';
import { GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import { toTimestamp } from '#kernel/clock.ts';
import type { Readable } from 'node:stream';

/** The error message for an invalid instant. */
export const dateTimeMessage = 'Send an ISO 8601 date-time with an offset, such as 2026-01-15T14:30:00Z.';

/** An instant in UTC with whole seconds, as the contract writes it. */
export const DateTime = new GraphQLScalarType<string | null, string>({
  name: 'DateTime',
  description: 'An instant in UTC, in whole seconds: `2026-01-15T14:30:00Z`. Inputs are ISO 8601 with an offset.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (value) => (value instanceof Date ? toTimestamp(value) : String(value)),
  parseValue: (value) => {
    const isDateTime =
      typeof value === 'string' && /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:\d\d)$/.test(value);
    const instant = new Date(isDateTime ? value : Number.NaN);
    // an offset may lead to the year 10000, which has one digit more
    if (!(instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999)) {
      throw new TypeError(dateTimeMessage);
    }
    return toTimestamp(instant);
  },
});

/** The error message for neither a text nor a whole number. */
export const textOrIntegerMessage = 'Send a text or a whole number.';

/** A text, or a whole number that a double holds exactly. */
export const TextOrInteger = new GraphQLScalarType<string | number, string | number>({
  name: 'TextOrInteger',
  description: 'A text, or an integer of at most 2^53 - 1, returned as it was sent.',
  serialize: textOrInteger,
  parseValue: textOrInteger,
});

function textOrInteger(value: unknown): string | number {
  if (typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))) return value;
  throw new TypeError(textOrIntegerMessage);
}

/** Any JSON value. */
export const JsonValue = GraphQLJSON;

/** A JSON object. */
export const JsonMap = GraphQLJSONObject;

/** An uploaded file, complete and within the size limit. It is deleted at the end of the request. */
export class ReceivedFile {
  constructor(
    /** The name that the client gave, unchecked. */
    readonly filename: string,
    /** The media type that the client gave, unchecked. */
    readonly mimetype: string,
    /** Size in bytes. */
    readonly bytes: number,
    /** Reads the file from its beginning; may be called repeatedly. */
    readonly openStream: () => Readable,
  ) {}
}

/** The `Upload` scalar; resolvers receive a ReceivedFile. */
export const Upload = new GraphQLScalarType<ReceivedFile, never>({
  name: 'Upload',
  description: 'A file of a GraphQL multipart request; only as a variable.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  parseValue(value) {
    if (value instanceof ReceivedFile) return value;
    throw new GraphQLError('Send the file as a part of a multipart/form-data request and name its variable in "map".');
  },
  parseLiteral(node) {
    throw new GraphQLError('A file cannot be written into the query; send it as a variable.', { nodes: node });
  },
  serialize() {
    throw new GraphQLError('A file cannot be selected; ask for its download address.');
  },
});
