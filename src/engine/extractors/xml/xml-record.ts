import type { Columns } from '#engine/records/columns.ts';
import type { DataRecord, Value } from '#engine/records/record.ts';
import type { XmlElement } from './xml-element-picker.ts';

const isLeaf = ({ attributes, children }: XmlElement): boolean =>
  Object.keys(attributes).length === 0 && children.length === 0;

const textOf = ({ text }: XmlElement): string | null => text.trim() || null;

/** The value of an element in a list: its text, or an object of its attributes and children, with its text as `value`. */
function valueOf(element: XmlElement): Value {
  if (isLeaf(element)) return textOf(element);
  const parts = new Map<string, Value>(Object.entries(element.attributes));
  for (const [name, children] of Map.groupBy(element.children, (child) => child.name)) {
    const [only] = children;
    parts.set(name, only && children.length === 1 ? valueOf(only) : children.map(valueOf));
  }
  const text = textOf(element);
  if (text !== null) parts.set('value', text);
  // The object is not built by assignment, so that a name such as __proto__ becomes a member.
  return Object.fromEntries(parts);
}

/**
 * The record of an element: a field for each attribute and each child, named by its path with dots
 * between the names. Several children of the same name become a list, of texts or of objects.
 */
export function toXmlRecord(element: XmlElement, columns: Columns): DataRecord {
  const record: DataRecord = {};
  addFields(record, element, '', columns);
  return record;
}

/** Adds the fields of an element and of its only children to a record. */
function addFields(record: DataRecord, element: XmlElement, path: string, columns: Columns): void {
  const pathTo = (name: string): string => (path === '' ? name : `${path}.${name}`);
  for (const [name, value] of Object.entries(element.attributes)) record[columns.nameOf(pathTo(name))] = value;
  for (const [name, children] of Map.groupBy(element.children, (child) => child.name)) {
    const [only] = children;
    if (only && children.length === 1) addFields(record, only, pathTo(name), columns);
    else record[columns.nameOf(pathTo(name))] = children.map(valueOf).filter((value) => value !== null);
  }
  const text = textOf(element);
  if (text !== null || isLeaf(element)) record[columns.nameOf(path || element.name)] = text;
}
