import type { RawParams } from '../parameters.ts';
import { decodeText } from '../text-encoding.ts';
import type { Sample } from './extractor.ts';
import { JsonTokens } from './json-tokens.ts';

interface Frame {
  readonly isArray: boolean;
  /** Names that lead here; undefined inside an array. */
  readonly path: string | undefined;
  name: string;
}

/** How many objects lie directly in each array that a path of names leads to. */
function objectsByPath(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const open: Frame[] = [];
  const pathBelow = (frame: Frame | undefined): string | undefined => {
    if (!frame) return '';
    if (frame.isArray || frame.path === undefined || frame.name.includes('.')) return undefined;
    return frame.path === '' ? frame.name : `${frame.path}.${frame.name}`;
  };
  const start = (isArray: boolean): void => {
    const parent = open.at(-1);
    if (!isArray && parent?.isArray && parent.path !== undefined) counts.set(parent.path, (counts.get(parent.path) ?? 0) + 1);
    open.push({ isArray, path: pathBelow(parent), name: '' });
  };
  try {
    new JsonTokens().read(text, (tokens) => {
      for (const token of tokens) {
        if (token.name === 'startArray' || token.name === 'startObject') start(token.name === 'startArray');
        else if (token.name === 'endArray' || token.name === 'endObject') open.pop();
        else if (token.name === 'keyValue') {
          const frame = open.at(-1);
          if (frame) frame.name = token.value;
        }
      }
    });
  } catch {
    // What was read before the fault is all there is to guess from.
  }
  return counts;
}

/** The path to the array with most objects in the sample; among equals the first. */
export function guessJson(sample: Sample): RawParams {
  const counts = objectsByPath(decodeText(sample.bytes, 'utf-8'));
  const [root] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [''];
  return { json_root: root, json_object: '', extract_filename: false };
}

/** How likely the sample is JSON: by its first character, its name and its media type. */
export function jsonConfidence(sample: Sample): number {
  const text = decodeText(sample.bytes, 'utf-8');
  if (!/^\s*[[{]/.test(text)) return 0;
  const isNamed = /\.(json|geojson|jsonl|ndjson|topojson)$/i.test(sample.filename) || sample.mimetype?.includes('json') === true;
  return isNamed ? 0.95 : 0.7;
}
