import type { RawParams } from '#engine/parameters.ts';
import { decodeText, detectUnicode } from '#engine/encodings/text-encoding.ts';
import { memoizePerSample, type Sample } from '../extractor.ts';
import { JsonTokens } from './json-batches.ts';

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
  lists: number;
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
  const countValue = (kind: 'objects' | 'lists' | 'others'): void => {
    const parent = frames.at(-1);
    if (!parent) documents++;
    const container = parent?.path === undefined ? undefined : containers.get(parent.path);
    // A path may be an array in one place and an object in another. Only the kind that came first is counted.
    if (container?.isArray !== parent?.isArray) return;
    if (container) container[kind]++;
  };
  const start = (isArray: boolean): void => {
    countValue(isArray ? 'lists' : 'objects');
    const path = pathBelow(frames.at(-1));
    if (path !== undefined && !containers.has(path)) containers.set(path, { isArray, objects: 0, lists: 0, others: 0 });
    frames.push({ isArray, path, name: '' });
  };
  let isJson = true;
  try {
    new JsonTokens().read(decodeText(sample.bytes, detectUnicode(sample.bytes)), (tokens) => {
      for (const token of tokens) {
        const frame = frames.at(-1);
        if (token.name === 'startArray' || token.name === 'startObject') start(token.name === 'startArray');
        else if (token.name === 'endArray' || token.name === 'endObject') frames.pop();
        else if (token.name !== 'keyValue') countValue('others');
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

/** Names that portals and tools give to the list of records: Socrata, pandas, ArcGIS, CKAN and others. */
const recordsName = /^(?:data|rows?|records?|features|results?|items|values?|entries|observations|hits)$/i;
/** Names of lists that describe the records, and of objects that hold such lists. */
const metadataName =
  /^(?:meta|metadata|schema|columns?|cols|fields?|fieldaliases|links|errors|warnings|facets|facet_groups|parameters|headers?)$/i;

/** A list that may hold the records. */
interface RecordList {
  readonly path: string;
  /** The number of objects in the list, or of lists of cells. */
  readonly records: number;
  /** Whether the records are lists of cells. */
  readonly hasRows: boolean;
}

const isMetadata = (path: string): boolean => path.split('.').some((name) => metadataName.test(name));

/**
 * The list of records: the array with the most objects or lists. Among equal ones, the first. Where a list has a name of records, lists that
 * describe records do not count, however long they are; where a list has objects, lists of lists without such a name do not: they are shapes.
 */
function findRecordList({ containers }: Outline): RecordList | undefined {
  const lists = [...containers]
    .filter(([, { isArray }]) => isArray)
    .map(([path, { objects, lists: rows, others }]) => ({
      path,
      records: Math.max(objects, rows),
      hasRows: rows > objects,
      others,
    }));
  const isNamedRecords = ({ path }: RecordList): boolean =>
    recordsName.test(path.split('.').at(-1) ?? '') && !isMetadata(path);
  // The list of records may be empty; a list of texts or numbers holds no records.
  const hasRecordsName = lists.some((list) => isNamedRecords(list) && (list.records > 0 || list.others === 0));
  const hasRows = lists.some(({ path, hasRows: isOfRows }) => isOfRows && !isMetadata(path));
  const hasObjects = lists.some(({ path, records, hasRows }) => records > 0 && !hasRows && !isMetadata(path));
  const [longest] = lists
    .filter((list) => !list.hasRows || !hasObjects || isNamedRecords(list))
    .filter((list) => list.records > 0 || (isNamedRecords(list) && list.others === 0))
    .filter(({ path }) => !(hasRecordsName || hasRows) || !isMetadata(path))
    .toSorted((a, b) => b.records - a.records || Number(isNamedRecords(b)) - Number(isNamedRecords(a)));
  return longest;
}

/** The path of the object with the most members, all of which are objects, and their number. */
const findDictionary = ({ containers }: Outline): readonly [path: string, members: number] =>
  [...containers]
    .filter(([, { isArray, lists, others }]) => !isArray && lists + others === 0)
    .map(([path, { objects }]) => [path, objects] as const)
    .toSorted((a, b) => b[1] - a[1])[0] ?? ['', 0];

/** Parameters with the path of the list of records in the sample. */
export function guessJson(sample: Sample): RawParams {
  const { path = '' } = findRecordList(outlineJson(sample)) ?? {};
  return { json_root: path, json_object: '', extract_filename: false };
}

/** Parameters with the path of the object that has the most members, among the objects whose members are all objects. */
export const guessJsonDict = (sample: Sample): RawParams => ({
  json_root: findDictionary(outlineJson(sample))[0],
  extract_filename: false,
});

const isNamed = ({ filename, mimetype }: Sample): boolean =>
  /\.(json|geojson|jsonl|ndjson|topojson)$/i.test(filename) || mimetype?.includes('json') === true;

/** The minimum number of members of a dictionary: an object with fewer members may itself be a record. */
const minMembers = 3;

/** Whether the document is more likely an object of records than an array of records. */
function isDictionary(outline: Outline): boolean {
  const [members, elements] = [findDictionary(outline)[1], findRecordList(outline)?.records ?? 0];
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
  if (!outline.isJson || findDictionary(outline)[1] === 0) return 0;
  if (!isDictionary(outline)) return 0.1;
  return isNamed(sample) ? 0.9 : 0.65;
}

const beginsAsJson = ({ bytes }: Sample): boolean =>
  /^\s*[[{]/.test(decodeText(bytes.subarray(0, 1_024), detectUnicode(bytes)));

/** What the sample (the first bytes of a file) shows of its first object. */
interface FirstObject {
  /** The value of its member `type`, when that is a text. */
  readonly type: string | undefined;
  /** The names of the members that begin within the sample. */
  readonly names: ReadonlySet<string>;
}

/** Reads the object, or the first object of the array, with which the sample begins; undefined for anything else. */
export const readFirstObject = memoizePerSample((sample): FirstObject | undefined => {
  const text = decodeText(sample.bytes, detectUnicode(sample.bytes));
  const [opening] = /^[\s\x1e]*(?:\[\s*)?\{/.exec(text) ?? [];
  if (opening === undefined) return undefined;
  const names = new Set<string>();
  let type: string | undefined;
  let name = '';
  let depth = 0;
  let hasEnded = false;
  try {
    new JsonTokens().read(text.slice(opening.length - 1), (tokens) => {
      for (const token of tokens) {
        if (hasEnded) return;
        if (token.name === 'startObject' || token.name === 'startArray') depth++;
        else if (token.name === 'endObject' || token.name === 'endArray') {
          depth--;
          hasEnded = depth === 0;
        } else if (token.name === 'keyValue' && depth === 1) {
          name = token.value;
          names.add(name);
        } else if (token.name === 'stringValue' && depth === 1 && name === 'type') type = token.value;
      }
    });
  } catch {
    // The sample is cut off or invalid: the result is what was read before the error.
  }
  return { type, names };
});
