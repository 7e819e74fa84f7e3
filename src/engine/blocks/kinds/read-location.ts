import { isJsonObject, type Json } from '../../../kernel/json.ts';
import type { Reading } from '../block-kind.ts';
import { readText } from './read-text.ts';

const mostOthers = 20;
const longestName = 100;
const longestText = 1000;

/** Reads `{lat, lon, …}` in degrees of WGS 84. Other members are texts, numbers and booleans that describe the place. */
export function readLocation(answer: Json): Reading {
  if (!isJsonObject(answer)) return { problem: 'Give an object with lat and lon.' };
  const { lat, lon, ...others } = answer;
  if (!isWithin(lat, 90)) return { problem: 'Give lat as a number of degrees from -90 to 90.' };
  if (!isWithin(lon, 180)) return { problem: 'Give lon as a number of degrees from -180 to 180.' };
  const names = Object.keys(others);
  if (names.length > mostOthers) return { problem: `Give at most ${mostOthers} names in addition to lat and lon.` };
  const problem = names.map((name) => problemOf(name, others[name])).find((each) => each !== undefined);
  return problem === undefined ? { value: { lat: lat + 0, lon: lon + 0, ...others } } : { problem };
}

const isWithin = (value: Json | undefined, most: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= most;

function problemOf(name: string, value: Json | undefined): string | undefined {
  if ('problem' in readText(name, longestName) || name in {})
    return `Give names of at most ${longestName} characters in addition to lat and lon.`;
  if (typeof value === 'object' && value !== null)
    return 'Give only texts, numbers and booleans in addition to lat and lon.';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'Give numbers between -1.8e308 and 1.8e308.';
  const reading = typeof value === 'string' ? readText(value, longestText) : undefined;
  return reading && 'problem' in reading ? reading.problem : undefined;
}
