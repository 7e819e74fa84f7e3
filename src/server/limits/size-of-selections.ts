import { Kind, type FieldNode, type FragmentDefinitionNode, type SelectionNode, type SelectionSetNode } from 'graphql';

/** The size of a selection set, fragments expanded. */
export interface SelectionSize {
  /** The number of fields directly in the selection set. */
  readonly width: number;
  /** The number of fields that read the schema, and of aliases inside of such fields, which read parts of the schema again. */
  readonly introspections: number;
  /** The number of fields with an alias, at all levels. */
  readonly aliases: number;
  /** The number of levels of fields. */
  readonly depth: number;
  /** The number of fields at all levels. */
  readonly fields: number;
}

/** Whether a field reads the schema, as `_service` of a subgraph does; `__typename` does not. */
export const readsSchema = ({ name: { value } }: FieldNode): boolean =>
  value === '__schema' || value === '__type' || value === '_service';

const emptySize: SelectionSize = Object.freeze({ width: 0, introspections: 0, aliases: 0, depth: 0, fields: 0 });

/** The size of two selections in one selection set. */
const addSizes = (left: SelectionSize, right: SelectionSize): SelectionSize => ({
  width: left.width + right.width,
  introspections: left.introspections + right.introspections,
  aliases: left.aliases + right.aliases,
  depth: Math.max(left.depth, right.depth),
  fields: left.fields + right.fields,
});

/**
 * Returns a function that measures the selection sets of a document. Each fragment is measured once, so the measurement takes linear time. A
 * fragment inside itself counts as empty.
 */
export function sizeOfSelections(fragmentNamed: (name: string) => FragmentDefinitionNode | null | undefined) {
  const sizeByFragment = new Map<string, SelectionSize>();

  const sizeOfSet = (set: SelectionSetNode | undefined): SelectionSize =>
    set ? set.selections.map(sizeOfSelection).reduce(addSizes, emptySize) : emptySize;

  function sizeOfFragment(name: string): SelectionSize {
    const measured = sizeByFragment.get(name);
    if (measured) return measured;
    sizeByFragment.set(name, emptySize);
    const size = sizeOfSet(fragmentNamed(name)?.selectionSet);
    sizeByFragment.set(name, size);
    return size;
  }

  function sizeOfSelection(selection: SelectionNode): SelectionSize {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return sizeOfFragment(selection.name.value);
    const inner = sizeOfSet(selection.selectionSet);
    if (selection.kind === Kind.INLINE_FRAGMENT) return inner;
    // `ofType` adds no level, because the standard introspection query nests nine of them.
    const level = selection.name.value === 'ofType' ? 0 : 1;
    const introspections = readsSchema(selection) ? 1 + inner.aliases : inner.introspections;
    const aliases = inner.aliases + (selection.alias ? 1 : 0);
    return { width: 1, introspections, aliases, depth: level + inner.depth, fields: 1 + inner.fields };
  }

  return sizeOfSet;
}
