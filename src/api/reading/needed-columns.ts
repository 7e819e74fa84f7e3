import { getNamedType, isObjectType, type FieldNode, type GraphQLOutputType, type GraphQLResolveInfo } from 'graphql';
import { collectFields, selectionsOf, type SelectionContext } from '../planning/builder/collect-fields.ts';
import type { TypeSource } from './declare/type-source.ts';

/** The columns and extras of a source that the selected fields need, whether the selection returns one row or a page of rows. */
export function neededColumns(from: TypeSource, info: GraphQLResolveInfo): ReadonlySet<string> {
  const fragments = new Map(Object.entries(info.fragments));
  const context = { schema: info.schema, fragments, variables: info.variableValues };
  return new Set(needsBelow(context, from, info.returnType, info.fieldNodes));
}

/** What the selected fields below this type need. */
function needsBelow(
  context: SelectionContext,
  from: TypeSource,
  output: GraphQLOutputType,
  nodes: readonly FieldNode[],
): string[] {
  const type = getNamedType(output);
  if (type.name !== from.type && !isObjectType(type)) return [];
  if (!isObjectType(type)) return Object.keys(from.columns);
  const selected = [...collectFields(context, type, selectionsOf(nodes)).values()];
  return selected.flatMap((fieldNodes) => {
    const name = fieldNodes[0]?.name.value ?? '';
    if (type.name === from.type) return needsOf(from, name);
    const field = type.getFields()[name];
    return field ? needsBelow(context, from, field.type, fieldNodes) : [];
  });
}

/** What a field needs: all columns unless the source declares its needs. */
function needsOf(from: TypeSource, field: string): readonly string[] {
  if (field === '__typename') return [];
  if (field in from.columns) return [field];
  return from.computedFields.get(field)?.needs ?? from.resolverNeeds.get(field) ?? Object.keys(from.columns);
}
