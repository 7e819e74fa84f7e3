import type { RawParams } from '../../parameters/parameter.ts';
import { decodeText } from '../../encodings/text-encoding.ts';
import { detectUnicode } from '../../encodings/detect-unicode.ts';
import type { Sample } from '../extractor.ts';
import { JsonTokens } from './json-tokens.ts';
import { memoizePerSample } from '../guessing/memoize-per-sample.ts';

/** An array or object that is being read. */
interface Frame {
  readonly isArray: boolean;
  /** The dotted path of this container; undefined within an array. */
  readonly path: string | undefined;
  /** The name of the member being read. */
  name: string;
}

/** The direct contents of an array or object at a path. */
interface ContainerCounts {
  readonly isArray: boolean;
  objects: number;
  others: number;
}

/** The structure of a sample. */
interface Outline {
  /** The arrays and objects by path, in order of appearance. */
  readonly containers: ReadonlyMap<string, ContainerCounts>;
  readonly documents: number;
  /** Whether the sample is valid JSON up to its end. */
  readonly isJson: boolean;
}

/** The structure of the sample. */
const outlineJson = memoizePerSample((sample): Outline => {
  const containers = new Map<string, ContainerCounts>();
  const frames: Frame[] = [];
  let documents = 0;
  const countValue = (isObject: boolean): void => {
    const parent = frames.at(-1);
    if (!parent) documents++;
    const container = parent?.path === undefined ? undefined : containers.get(parent.path);
    // A path may be an array in one place and an object in another. Only the kind that came first is counted.
    if (container?.isArray !== parent?.isArray) return;
    if (container) container[isObject ? 'objects' : 'others']++;
  };
  const start = (isArray: boolean): void => {
    countValue(!isArray);
    const path = pathBelow(frames.at(-1));
    if (path !== undefined && !containers.has(path)) containers.set(path, { isArray, objects: 0, others: 0 });
    frames.push({ isArray, path, name: '' });
  };
  let isJson = true;
  try {
    new JsonTokens().read(decodeText(sample.bytes, detectUnicode(sample.bytes)), (tokens) => {
      for (const token of tokens) {
        const frame = frames.at(-1);
        if (token.name === 'startArray' || token.name === 'startObject') start(token.name === 'startArray');
        else if (token.name === 'endArray' || token.name === 'endObject') frames.pop();
        else if (token.name !== 'keyValue') countValue(false);
        else if (frame) frame.name = token.value;
      }
    });
  } catch {
    // The guess uses what was read before the error.
    isJson = false;
  }
  return { containers, documents, isJson };
});

/** The maximum length of a path, in characters: the paths of deep nesting would exhaust memory. */
const maxPath = 1_000;

/** The path of a value below a frame; undefined inside an array, for a name with a dot, and for a path that is too long. */
function pathBelow(frame: Frame | undefined): string | undefined {
  if (!frame) return '';
  if (frame.isArray || frame.path === undefined || frame.name.includes('.')) return undefined;
  const path = frame.path === '' ? frame.name : `${frame.path}.${frame.name}`;
  return path.length > maxPath ? undefined : path;
}

/**
 * Finds the array with the most objects, or with `isArray` false the object with the most members, all of which must be objects. Returns
 * its path and the number of the objects.
 */
const containerWithMostObjects = (
  { containers }: Outline,
  isArray: boolean,
): readonly [path: string, objects: number] =>
  [...containers]
    .filter(([, container]) => container.isArray === isArray && (isArray || container.others === 0))
    .map(([path, { objects }]) => [path, objects] as const)
    .toSorted((a, b) => b[1] - a[1])[0] ?? ['', 0];

/** Parameters with the path of the array with the most objects in the sample; among arrays with equally many objects, the first. */
export function guessJson(sample: Sample): RawParams {
  const [path, objects] = containerWithMostObjects(outlineJson(sample), true);
  return { json_root: objects > 0 ? path : '', json_object: '', extract_filename: false };
}

/** Parameters with the path of the object that has the most members, among the objects whose members are all objects. */
export const guessJsonDict = (sample: Sample): RawParams => ({
  json_root: containerWithMostObjects(outlineJson(sample), false)[0],
  extract_filename: false,
});

const isNamed = ({ filename, mimetype }: Sample): boolean =>
  /\.(json|geojson|jsonl|ndjson|topojson)$/i.test(filename) || mimetype?.includes('json') === true;

/** The minimum number of members of a dictionary: an object with fewer members may itself be a record. */
const minMembers = 3;

/** Whether the document is more likely an object of records than an array of records. */
function isDictionary(outline: Outline): boolean {
  const [members, elements] = [containerWithMostObjects(outline, false)[1], containerWithMostObjects(outline, true)[1]];
  return outline.documents === 1 && members >= minMembers && members > elements;
}

/** How likely the sample is JSON: by its validity, its name, and whether its records are in arrays or lines. */
export function jsonConfidence(sample: Sample): number {
  if (!beginsAsJson(sample)) return 0;
  const outline = outlineJson(sample);
  if (!outline.isJson) return isNamed(sample) ? 0.3 : 0.05;
  return (isNamed(sample) ? 0.95 : 0.7) - (isDictionary(outline) ? 0.2 : 0);
}

/** How likely the sample is a JSON object whose members are the records. */
export function jsonDictConfidence(sample: Sample): number {
  if (!beginsAsJson(sample)) return 0;
  const outline = outlineJson(sample);
  if (!outline.isJson || containerWithMostObjects(outline, false)[1] === 0) return 0;
  if (!isDictionary(outline)) return 0.1;
  return isNamed(sample) ? 0.9 : 0.65;
}

const beginsAsJson = ({ bytes }: Sample): boolean =>
  /^\s*[[{]/.test(decodeText(bytes.subarray(0, 1_024), detectUnicode(bytes)));
