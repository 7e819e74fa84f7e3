import { getNamedType, getOperationAST, isInterfaceType, isObjectType, Kind, valueFromASTUntyped } from 'graphql';
import type {
  ArgumentNode,
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLNamedType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import { limits, type Limits } from './limits.ts';
import { createSizeVariables, pageSizeOf, sizeArguments, sizesKey } from './page-sizes.ts';
import { queryTooComplexError } from './query-too-complex.ts';

/**
 * Which page sizes count: all, or those of variables. The persisted operations of REST read whole lists of parts with a literal size, which
 * tells nothing about what the caller asks for.
 */
export type CountedSizes = 'all' | 'variables';

type Variables = Readonly<Record<string, unknown>>;

/** Counts the rows that an operation of a document may read. Refuses more than allowed (QUERY_TOO_COMPLEX). */
export type CheckRowCount = (
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Variables | undefined,
) => number;

/**
 * Creates the check of the rows that an operation may read: the sum over its lists, where a list inside a list counts once for each row of
 * the outer one. Every field with a page size (`first`, `last`, `limit` or `ids`) is a list. A list that is selected twice counts twice. The
 * sizes depend on variables, so the check runs after validation. It counts again only when a variable that is a page size differs from the
 * last accepted request of the operation.
 */
export function createRowCountCheck(
  schema: GraphQLSchema,
  allowed: Limits = limits,
  counted: CountedSizes = 'all',
): CheckRowCount {
  const accepted = new WeakMap<OperationDefinitionNode, { readonly sizes: string; readonly rows: number }>();
  const sizeVariablesOf = createSizeVariables();
  return (document, operationName, variables) => {
    const operation = getOperationAST(document, operationName);
    if (!operation) return 0;
    const sizes = sizesKey(sizeVariablesOf(document), variables);
    const known = accepted.get(operation);
    if (known?.sizes === sizes) return known.rows;
    const given = withDefaults(operation, variables);
    const sizeOfPage: SizeOfPage = (field, selection) =>
      counted === 'all'
        ? pageSizeOf(field, selection.arguments ?? [], given, allowed.pageSize)
        : pageSizeOf(undefined, (selection.arguments ?? []).filter(isVariable), given, 1);
    const rowsOfSet = rowsIn(document, schema, sizeOfPage);
    const rows = rowsOfSet(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined);
    if (rows > allowed.rows) throw queryTooComplexError('rows', rows, allowed.rows, [operation]);
    if (sizes.length <= maxKeyLength) accepted.set(operation, { sizes, rows });
    return rows;
  };
}

/** The maximum length of the page sizes that the check remembers: a client may send other values than numbers. */
const maxKeyLength = 100;

/** Returns a function that computes how many rows a selection set may read. Visits each fragment once; a fragment inside itself counts as no row. */
function rowsIn(document: DocumentNode, schema: GraphQLSchema, sizeOfPage: SizeOfPage) {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const rowsByFragment = new Map<string, number>();

  const rowsOfSet = (set: SelectionSetNode | undefined, parent: GraphQLNamedType | undefined): number =>
    (set?.selections ?? []).reduce((rows, selection) => rows + rowsOf(selection, parent), 0);

  function rowsOfFragment(name: string): number {
    const knownRows = rowsByFragment.get(name);
    if (knownRows !== undefined) return knownRows;
    rowsByFragment.set(name, 0);
    const fragment = fragments.get(name);
    const rows = rowsOfSet(fragment?.selectionSet, fragment && schema.getType(fragment.typeCondition.name.value));
    rowsByFragment.set(name, rows);
    return rows;
  }

  function rowsOf(selection: SelectionNode, parent: GraphQLNamedType | undefined): number {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return rowsOfFragment(selection.name.value);
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const { typeCondition } = selection;
      return rowsOfSet(selection.selectionSet, typeCondition ? schema.getType(typeCondition.name.value) : parent);
    }
    const field =
      isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[selection.name.value] : undefined;
    const type = field && getNamedType(field.type);
    const rows = rowsOfSet(selection.selectionSet, type);
    return field?.args.some(({ name }) => sizeArguments.has(name))
      ? sizeOfPage(field, selection) * Math.max(1, rows)
      : rows;
  }

  return rowsOfSet;
}

/** The page size of a list. */
type SizeOfPage = (field: GraphQLField<unknown, unknown>, selection: FieldNode) => number;

const isVariable = ({ value }: ArgumentNode): boolean => value.kind === Kind.VARIABLE;

/** The variables of an operation, with their defaults. */
const withDefaults = (operation: OperationDefinitionNode, variables: Variables = {}): Variables => ({
  ...Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  ),
  ...variables,
});
