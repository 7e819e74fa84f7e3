import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';

/**
 * A station or a vehicle as it is published: with its point under `position`, its times as ISO 8601 (seconds since 1970
 * before version 3), and of texts in several languages (since version 3) the first.
 */
export function gbfsRecord(record: JsonObject): JsonObject {
  const { lat, lon } = record;
  const told = Object.fromEntries(Object.entries(record).map(([name, value]) => [name, readable(name, value)]));
  return typeof lat === 'number' && typeof lon === 'number' ? { ...told, position: { lat, lon } } : told;
}

function readable(name: string, value: Json): Json {
  if (name === 'last_reported' && typeof value === 'number') return isoTime(value);
  const [first] = isList(value) ? value : [];
  return isJsonObject(first) && typeof first['text'] === 'string' && typeof first['language'] === 'string'
    ? first['text']
    : value;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

function isoTime(seconds: number): string | null {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
