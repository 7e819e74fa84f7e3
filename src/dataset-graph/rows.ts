import type { FieldNode } from 'graphql';
import { collectFields, type SelectionContext, selectionsOf } from '#api/planning/collect-fields.ts';
import { isJsonObject, JsonText } from '#kernel/json.ts';
import type { DatasetSchema } from './dataset-schema.ts';
import { objectValueOf } from './value-types.ts';

/** How the rows of a selection are read and written. */
export interface RowShape {
  /** The items of `select`; none where rows have no values of fields. */
  readonly select: readonly string[];
  readonly hasRecordId: boolean;
  /** Whether the rows are all values under their names, in their order, so that they are read without `select`. */
  readonly isWhole: boolean;
  /** Whether a record has just the values of whole rows. */
  readonly fits: (record: ReadRecord) => boolean;
  readonly rowOf: (record: ReadRecord) => unknown;
}

/** A record as the main graph returns it. The values may be text, which is not parsed. */
interface ReadRecord {
  readonly recordId?: string;
  readonly values?: unknown;
}

/** A member of a row by its response key. */
type RowMember = { readonly key: string } & (
  | { readonly kind: 'recordId' }
  | { readonly kind: 'constant'; readonly value: string }
  | { readonly kind: 'value'; readonly source: string }
  | { readonly kind: 'object'; readonly source: string; readonly project: Project }
);

type Project = (value: unknown) => unknown;

/**
 * The shape of the rows that fields select. Where it is the only one of a page, its values are read under their response keys, so that their text is the
 * row wherever the values need no change.
 */
export function rowShape(
  { rowType, fields }: DatasetSchema,
  context: SelectionContext,
  nodes: readonly FieldNode[],
  isOnly: boolean,
): RowShape {
  const selected = collectFields(context, rowType, selectionsOf(nodes));
  const members = [...selected].map(([key, found]) => memberOf(key, found));
  const read = members.filter((member) => member.kind === 'value' || member.kind === 'object');
  const keyOf = ({ key, source }: (typeof read)[number]): string => (isOnly ? key : source);
  const isText = isOnly && members.length > 0 && members.every(({ kind }) => kind === 'value');
  const rowOf = ({ recordId, values }: ReadRecord): unknown => {
    if (isText && values instanceof JsonText) return values;
    const parsed: unknown = values instanceof JsonText ? values.value : values;
    const found: Readonly<Record<string, unknown>> = isJsonObject(parsed) ? parsed : {};
    return Object.fromEntries(
      members.map((member) => {
        if (member.kind === 'recordId') return [member.key, recordId];
        if (member.kind === 'constant') return [member.key, member.value];
        const value = found[keyOf(member)] ?? null;
        return [member.key, member.kind === 'object' ? member.project(value) : value];
      }),
    );
  };
  const items = read.map(({ key, source }) =>
    isOnly && key !== source ? `${quoted(source)} as ${quoted(key)}` : quoted(source),
  );
  const names = [...fields.values()].map(({ name }) => name);
  const isWhole =
    isOnly &&
    read.length === names.length &&
    read.every(({ key, source }, index) => key === source && source === names[index] && isPlain(source));
  const fits = ({ values }: ReadRecord): boolean => {
    const parsed: unknown = values instanceof JsonText ? values.value : values;
    return isJsonObject(parsed) && Object.keys(parsed).join() === names.join();
  };
  return { select: items, hasRecordId: members.some(({ kind }) => kind === 'recordId'), isWhole, fits, rowOf };

  function memberOf(key: string, found: readonly FieldNode[]): RowMember {
    const name = found[0]?.name.value ?? '';
    if (name === 'recordId') return { key, kind: 'recordId' };
    const field = fields.get(name);
    if (!field) return { key, kind: 'constant', value: rowType.name };
    const object = objectValueOf(field);
    if (!object) return { key, kind: 'value', source: field.name };
    const inner = [...collectFields(context, object.type, selectionsOf(found))].map(([innerKey, [node]]) => {
      const innerName = node?.name.value ?? '';
      return { key: innerKey, source: object.keys[innerName] };
    });
    const stored = Object.values(object.keys);
    const isStored = field.type === 'geo_point_2d' && inner.length === stored.length;
    if (isStored && inner.every((each, index) => each.source === stored[index] && each.key === each.source))
      return { key, kind: 'value', source: field.name };
    const project: Project = (value) =>
      isJsonObject(value)
        ? Object.fromEntries(
            inner.map(({ key: innerKey, source }) => [
              innerKey,
              source === undefined ? object.type.name : (value[source] ?? null),
            ]),
          )
        : null;
    return { key, kind: 'object', source: field.name, project };
  }
}

/** Whether objects of JavaScript keep the name where it stands. */
const isPlain = (name: string): boolean => /^[A-Za-z]\w*$/.test(name);

/** A name as ODSQL quotes it. */
const quoted = (name: string): string => `\`${name.replaceAll('`', '\\`')}\``;
