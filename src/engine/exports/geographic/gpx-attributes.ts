import type { Json, JsonObject } from '#kernel/json.ts';
import { cellTextOf } from '../cell-text.ts';
import type { ExportColumn, ExportOptions } from '../export-format.ts';
import { uniqueNames } from '../unique-names.ts';
import type { EscapeXml } from '../xml-text.ts';

/**
 * Creates the function that writes the values of a row as `name`, `desc` and `extensions` of GPX: the options name the
 * columns of the name and of the description, and all `properties` become extensions in the namespace that GDAL reads, or
 * the description when the options disable extensions.
 */
export function createGpxAttributes(
  properties: readonly ExportColumn[],
  columns: readonly ExportColumn[],
  options: ExportOptions,
  escape: EscapeXml,
): (values: JsonObject) => string {
  const { nameField, descriptionFields, hasExtensions } = options;
  const named = (name: string): readonly ExportColumn[] => columns.filter((column) => column.name === name);
  const described = descriptionFields.length > 0 ? descriptionFields.flatMap(named) : hasExtensions ? [] : properties;
  const textsOf = (of: readonly ExportColumn[]) =>
    of.map((column) => ({ column, textOf: cellTextOf(column, options) }));
  const names = textsOf(nameField === null ? [] : named(nameField));
  const descriptions = textsOf(described);
  const tags = uniqueNames(
    properties.map(({ name }) => name),
    (name, suffix) => toXmlName(name + suffix),
  );
  const extensions = hasExtensions
    ? textsOf(properties).map((each, index) => ({ ...each, tag: `ogr:${tags[index] ?? ''}` }))
    : [];
  return (values) => {
    const valueOf = ({ name }: ExportColumn): Json => values[name] ?? null;
    const name = names.map(({ column, textOf }) => textOf(valueOf(column))).join('');
    const description = descriptions
      .filter(({ column }) => valueOf(column) !== null)
      .map(({ column, textOf }) => `${column.name}: ${textOf(valueOf(column))}`)
      .join('\n');
    const extension = extensions
      .filter(({ column }) => valueOf(column) !== null)
      .map(({ column, textOf, tag }) => `<${tag}>${escape(textOf(valueOf(column)))}</${tag}>`)
      .join('');
    return (
      elementOf('name', escape(name)) + elementOf('desc', escape(description)) + elementOf('extensions', extension)
    );
  };
}

const elementOf = (tag: string, content: string): string => (content === '' ? '' : `<${tag}>${content}</${tag}>`);

/** The name as XML allows it, in which other characters are `_`. */
const toXmlName = (name: string): string =>
  name
    .replace(
      /[^A-Za-z0-9_.\-\u{C0}-\u{D6}\u{D8}-\u{F6}\u{F8}-\u{2FF}\u{370}-\u{37D}\u{37F}-\u{1FFF}\u{2C00}-\u{2FEF}\u{3001}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFFD}\u{10000}-\u{EFFFF}]/gu,
      '_',
    )
    .replace(/^(?=[\d.-]|$)/, '_');
