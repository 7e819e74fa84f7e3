import { getNamedType, isObjectType, type GraphQLResolveInfo } from 'graphql';
import { collectFields, selectionsOf } from '../planning/builder/collect-fields.ts';
import type { TypeSource } from './declare/type-source.ts';

/** The columns of a source that the selected fields need; undefined when one of them may need all. */
export function neededColumns(from: TypeSource, info: GraphQLResolveInfo): ReadonlySet<string> | undefined {
  const type = getNamedType(info.returnType);
  if (!isObjectType(type)) return undefined;
  const fragments = new Map(Object.entries(info.fragments));
  const context = { schema: info.schema, fragments, variables: info.variableValues };
  const selected = collectFields(context, type, selectionsOf(info.fieldNodes));
  const needs = [...selected.values()].map(([node]) => needsOf(from, node?.name.value ?? ''));
  return needs.includes(undefined) ? undefined : new Set(needs.flatMap((names) => names ?? []));
}

function needsOf(from: TypeSource, field: string): readonly string[] | undefined {
  if (field === '__typename') return [];
  return field in from.columns ? [field] : (from.computedFields.get(field)?.needs ?? from.resolverNeeds.get(field));
}
