import { isJsonObject, type Json } from '#kernel/json.ts';
import type { ParseResult, BlockTypeDefinition } from '../block-type.ts';
import { parseText } from '../parse-text.ts';

const maxOthers = 20;
const maxNameLength = 100;
const maxTextLength = 1000;

/** Reads `{lat, lon, …}` in degrees of WGS 84. Other members are texts, numbers and booleans that describe the place. */
export function parseLocation(answer: Json): ParseResult {
  if (!isJsonObject(answer)) return { problem: 'Give an object with lat and lon.' };
  const { lat, lon, ...others } = answer;
  if (!isDegrees(lat, 90)) return { problem: 'Give lat as a number of degrees from -90 to 90.' };
  if (!isDegrees(lon, 180)) return { problem: 'Give lon as a number of degrees from -180 to 180.' };
  const names = Object.keys(others);
  if (names.length > maxOthers) return { problem: `Give at most ${maxOthers} members in addition to lat and lon.` };
  const problem = names.map((name) => problemOf(name, others[name])).find((found) => found !== undefined);
  // Adding 0 turns -0 into 0: JSON text has no negative zero.
  return problem === undefined ? { value: { lat: lat + 0, lon: lon + 0, ...others } } : { problem };
}

const isDegrees = (value: Json | undefined, max: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= max;

function problemOf(name: string, value: Json | undefined): string | undefined {
  if ('problem' in parseText(name, maxNameLength) || name in {})
    return `Give names of at most ${maxNameLength} characters in addition to lat and lon.`;
  if (typeof value === 'object' && value !== null)
    return 'Give only texts, numbers and booleans in addition to lat and lon.';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'Give numbers between -1.8e308 and 1.8e308.';
  const parsed = typeof value === 'string' ? parseText(value, maxTextLength) : undefined;
  return parsed && 'problem' in parsed ? parsed.problem : undefined;
}

/** A place that is picked on a map. */
export const locationPicker: BlockTypeDefinition = { comparisonType: 'presence', parse: parseLocation };

/** A place that is found by its name or address. */
export const locationSearch: BlockTypeDefinition = { comparisonType: 'presence', parse: parseLocation };
