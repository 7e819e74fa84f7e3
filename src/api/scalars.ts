import { GraphQLScalarType } from 'graphql';
import { GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import { toTimestamp } from '../kernel/clock.ts';

/** An instant in UTC with whole seconds, as the contract writes it. */
export const DateTime = new GraphQLScalarType<string | null, string>({
  name: 'DateTime',
  description: 'An instant in UTC, in whole seconds: `2026-01-15T14:30:00Z`. Any ISO 8601 date-time with an offset is accepted.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (value) => (value instanceof Date ? toTimestamp(value) : String(value)),
  parseValue: (value) => {
    if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:\d\d)$/.test(value) || Number.isNaN(Date.parse(value))) {
      throw new TypeError('Send an ISO 8601 date-time with an offset, such as 2026-01-15T14:30:00Z.');
    }
    return toTimestamp(new Date(value));
  },
});

/** Any JSON value. */
export const JsonValue = GraphQLJSON;

/** A JSON object. */
export const JsonMap = GraphQLJSONObject;
