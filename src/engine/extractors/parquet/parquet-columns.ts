import { parquetSchema, type FileMetaData, type SchemaElement, type SchemaTree } from 'hyparquet';
import { textOf } from '#engine/records/record.ts';
import {
  bytesToBase64,
  parseKeyBytes,
  chooseStoredForm,
  bytesToText,
  toJsonValue,
  type ToValue,
} from './parquet-values.ts';

/** Creates the reader of a leaf's values. */
type LeafReader = (leaf: SchemaTree) => ToValue;

/** Whether a leaf holds bytes without a declared meaning. Old files store texts in this form too. */
const isUndeclared = ({ type, converted_type: converted, logical_type: logical }: SchemaElement): boolean =>
  (type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY') && converted === undefined && logical === undefined;

const isLeaf = ({ children }: SchemaTree): boolean => children.length === 0;

const isVariant = ({ element }: SchemaTree): boolean => element.logical_type?.type === 'VARIANT';

/** The path of a leaf, which identifies the leaf. */
export const leafPath = ({ path }: SchemaTree): string => path.join('.');

/** The leaves below a column, or the column itself when it is a leaf. A VARIANT has none, because it has an encoding of its own. */
export function leavesOf(column: SchemaTree): SchemaTree[] {
  if (isVariant(column)) return [];
  return isLeaf(column) ? [column] : column.children.flatMap(leavesOf);
}

/** The leaves of a column whose bytes may be texts. */
export const undeclaredLeaves = (column: SchemaTree): SchemaTree[] =>
  leavesOf(column).filter(({ element }) => isUndeclared(element));

/** Replaces the types that the library rounds or rejects by their stored form, nested types included. */
export function withStoredTypes(metadata: FileMetaData): FileMetaData {
  const stored = new Map(
    parquetSchema(metadata)
      .children.flatMap(leavesOf)
      .map(({ element }) => [element, chooseStoredForm(element).element] as const),
  );
  return { ...metadata, schema: metadata.schema.map((element) => stored.get(element) ?? element) };
}

/** Creates the reader of a column's values. All bytes of a leaf have one form: Base64 when some of them are not text. */
export const createColumnReader = (column: SchemaTree, binaryLeaves: ReadonlySet<string>): ToValue =>
  createReader(column, (leaf) => {
    if (!isUndeclared(leaf.element)) return chooseStoredForm(leaf.element).toValue;
    return binaryLeaves.has(leafPath(leaf)) ? bytesToBase64 : bytesToText;
  });

/** Creates a reader that passes all bytes of the undeclared leaves of a column to a function, with the path of their leaf. */
export const createBytesVisitor = (column: SchemaTree, visit: (path: string, bytes: Uint8Array) => void): ToValue =>
  createReader(column, (leaf) => (read) => {
    if (read instanceof Uint8Array) visit(leafPath(leaf), read);
    return null;
  });

function createReader(node: SchemaTree, leafReader: LeafReader): ToValue {
  if (isVariant(node)) return toJsonValue;
  if (isLeaf(node)) return mapLists(leafReader(node));
  const [entry] = node.children;
  const elements = elementsOf(node);
  if (elements) return createReader(elements, leafReader);
  if (entry && isMap(node)) return createMapReader(entry, leafReader);
  const members = node.children.map((child) => [child.element.name, createReader(child, leafReader)] as const);
  return mapLists((read) => {
    if (!isObject(read)) return toJsonValue(read);
    return Object.fromEntries(members.map(([name, toValue]) => [name, toValue(read[name])]));
  });
}

/** The elements of a list; undefined for other nodes. The library leaves out the group between a list and its elements. */
function elementsOf({ element, children }: SchemaTree): SchemaTree | undefined {
  const [group] = children;
  const isList = element.converted_type === 'LIST' && children.length === 1 && group && group.children.length <= 1;
  if (!isList || group.element.repetition_type !== 'REPEATED') return undefined;
  return group.children[0] ?? group;
}

function isMap({ element, children }: SchemaTree): boolean {
  const [entry] = children;
  return (
    element.converted_type === 'MAP' &&
    children.length === 1 &&
    entry?.children.length === 2 &&
    entry.element.repetition_type === 'REPEATED' &&
    entry.children.every((child) => child.element.repetition_type !== 'REPEATED')
  );
}

function createMapReader({ children: [key, value] }: SchemaTree, leafReader: LeafReader): ToValue {
  const toKey = key ? createReader(key, leafReader) : toJsonValue;
  const toValue = value ? createReader(value, leafReader) : toJsonValue;
  const hasBytes = key !== undefined && isLeaf(key) && isUndeclared(key.element);
  return mapLists((read) => {
    if (!isObject(read)) return toJsonValue(read);
    return Object.fromEntries(
      Object.entries(read).map(([name, part]) => [hasBytes ? textOf(toKey(parseKeyBytes(name))) : name, toValue(part)]),
    );
  });
}

const isObject = (read: unknown): read is Readonly<Record<string, unknown>> =>
  typeof read === 'object' && read !== null && !(read instanceof Uint8Array) && !(read instanceof Date);

/** Applies a reader to each element of a list, nested lists included. */
function mapLists(toValue: ToValue): ToValue {
  const read: ToValue = (part) => (Array.isArray(part) ? part.map(read) : toValue(part));
  return read;
}
