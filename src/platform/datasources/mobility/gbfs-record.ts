import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';

/**
 * Converts a station or a vehicle to a record. `position` holds the point. `last_reported` is in ISO 8601; feeds before version 3 have
 * seconds since 1970. A translated text (since version 3) becomes its first translation.
 */
export function toGbfsRecord(record: JsonObject): JsonObject {
  const { lat, lon } = record;
  const published = Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, normalizeValue(name, value)]),
  );
  return typeof lat === 'number' && typeof lon === 'number' ? { ...published, position: { lat, lon } } : published;
}

function normalizeValue(name: string, value: Json): Json {
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
