import { parquetSchema, type FileMetaData, type SchemaElement, type SchemaTree } from 'hyparquet';
import { textOf } from '../../records/record.ts';
import { base64Of, bytesOf, readingOf, textOfBytes, valueOf, type ToValue } from './parquet-values.ts';

/** Creates the reader of a leaf's values. */
type LeafReader = (leaf: SchemaTree) => ToValue;

/** Whether a leaf holds bytes without a declared meaning, as old files store texts too. */
const isUndeclared = ({ type, converted_type: converted, logical_type: logical }: SchemaElement): boolean =>
  (type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY') && converted === undefined && logical === undefined;

const isLeaf = ({ children }: SchemaTree): boolean => children.length === 0;

const isVariant = ({ element }: SchemaTree): boolean => element.logical_type?.type === 'VARIANT';

/** The path of a leaf, the same for all its values. */
export const pathOf = ({ path }: SchemaTree): string => path.join('.');

/** The leaves below a column, itself included; those of a VARIANT have an encoding of their own. */
export function leavesOf(column: SchemaTree): SchemaTree[] {
  if (isVariant(column)) return [];
  return isLeaf(column) ? [column] : column.children.flatMap(leavesOf);
}

/** The leaves of a column whose bytes may be texts. */
export const undeclaredLeaves = (column: SchemaTree): SchemaTree[] =>
  leavesOf(column).filter(({ element }) => isUndeclared(element));

/** The metadata with the types that the library rounds or rejects replaced by their stored form, nested ones included. */
export function storedMetadata(metadata: FileMetaData): FileMetaData {
  const stored = new Map(
    parquetSchema(metadata)
      .children.flatMap(leavesOf)
      .map(({ element }) => [element, readingOf(element).element] as const),
  );
  return { ...metadata, schema: metadata.schema.map((element) => stored.get(element) ?? element) };
}

/** Creates the reader of a column's values. All bytes of a leaf have one form: Base64 when some of them are not text. */
export const columnReader = (column: SchemaTree, binaryLeaves: ReadonlySet<string>): ToValue =>
  readerOf(column, (leaf) => {
    if (!isUndeclared(leaf.element)) return readingOf(leaf.element).toValue;
    return binaryLeaves.has(pathOf(leaf)) ? base64Of : textOfBytes;
  });

/** Creates a reader that passes all bytes of the undeclared leaves of a column to a function, with the path of their leaf. */
export const bytesVisitor = (column: SchemaTree, visit: (path: string, bytes: Uint8Array) => void): ToValue =>
  readerOf(column, (leaf) => (read) => {
    if (read instanceof Uint8Array) visit(pathOf(leaf), read);
    return null;
  });

function readerOf(node: SchemaTree, leafReader: LeafReader): ToValue {
  if (isVariant(node)) return valueOf;
  if (isLeaf(node)) return throughLists(leafReader(node));
  const [entry] = node.children;
  const elements = elementsOf(node);
  if (elements) return readerOf(elements, leafReader);
  if (entry && isMap(node)) return mapReader(entry, leafReader);
  const members = node.children.map((child) => [child.element.name, readerOf(child, leafReader)] as const);
  return throughLists((read) => {
    if (!isObject(read)) return valueOf(read);
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

function mapReader({ children: [key, value] }: SchemaTree, leafReader: LeafReader): ToValue {
  const toKey = key ? readerOf(key, leafReader) : valueOf;
  const toValue = value ? readerOf(value, leafReader) : valueOf;
  const hasBytes = key !== undefined && isLeaf(key) && isUndeclared(key.element);
  return throughLists((read) => {
    if (!isObject(read)) return valueOf(read);
    return Object.fromEntries(
      Object.entries(read).map(([name, part]) => [hasBytes ? textOf(toKey(bytesOf(name))) : name, toValue(part)]),
    );
  });
}

const isObject = (read: unknown): read is Readonly<Record<string, unknown>> =>
  typeof read === 'object' && read !== null && !(read instanceof Uint8Array) && !(read instanceof Date);

/** Applies a reader to each element of a list, nested lists included. */
function throughLists(toValue: ToValue): ToValue {
  const read: ToValue = (part) => (Array.isArray(part) ? part.map(read) : toValue(part));
  return read;
}
