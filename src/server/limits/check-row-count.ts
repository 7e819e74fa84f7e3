import {
  getNamedType,
  getOperationAST,
  isInterfaceType,
  isObjectType,
  Kind,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import type {
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
import { queryTooComplexError } from './query-too-complex.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Refuses an operation of a document that may read more rows than allowed (QUERY_TOO_COMPLEX). */
export type CheckRowCount = (
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Variables | undefined,
) => void;

/**
 * Creates the check of the rows that an operation may read: the sum over its lists, where a list inside a list counts once for each row of
 * the outer one. Every field with a page size (`first`, `last` or `limit`) is a list. A list that is selected twice counts twice. The
 * sizes depend on variables, so the check runs after validation. It counts again only when a variable that is a page size differs from the
 * last accepted request of the operation.
 */
export function createRowCountCheck(schema: GraphQLSchema, allowed: Limits = limits): CheckRowCount {
  const accepted = new WeakMap<OperationDefinitionNode, string>();
  const sizeVariablesOf = createSizeVariables();
  return (document, operationName, variables) => {
    const operation = getOperationAST(document, operationName);
    if (!operation) return;
    const sizes = sizesKey(sizeVariablesOf(document), variables);
    if (accepted.get(operation) === sizes) return;
    const rowsOfSet = rowsIn(document, withDefaults(operation, variables), schema, allowed);
    const rows = rowsOfSet(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined);
    if (rows > allowed.rows) throw queryTooComplexError('rows', rows, allowed.rows, [operation]);
    if (sizes.length <= maxKeyLength) accepted.set(operation, sizes);
  };
}

/** The maximum length of the page sizes that the check remembers: a client may send other values than numbers. */
const maxKeyLength = 100;

/** Returns a function that finds the variables of a document that are page sizes. Reads each document once. */
function createSizeVariables(): (document: DocumentNode) => readonly string[] {
  const variablesByDocument = new WeakMap<DocumentNode, readonly string[]>();
  return (document) => {
    const known = variablesByDocument.get(document);
    if (known) return known;
    const names = new Set<string>();
    visit(document, {
      Argument({ name, value }) {
        if (sizeArguments.has(name.value) && value.kind === Kind.VARIABLE) names.add(value.name.value);
      },
    });
    variablesByDocument.set(document, [...names]);
    return [...names];
  };
}

/** The values of the variables as a text; a variable that is not given has no value. */
const sizesKey = (names: readonly string[], variables: Variables = {}): string =>
  names.map((name) => JSON.stringify(variables[name])).join();

/** The arguments that limit the number of items. */
const sizeArguments = new Set(['first', 'last', 'limit']);

/** Returns a function that computes how many rows a selection set may read. Visits each fragment once; a fragment inside itself counts as no row. */
function rowsIn(document: DocumentNode, variables: Variables, schema: GraphQLSchema, allowed: Limits) {
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
      ? pageSizeOf(field, selection, variables, allowed) * Math.max(1, rows)
      : rows;
  }

  return rowsOfSet;
}

/** The largest page size among the arguments of a selection, else the default of the field or of the service. */
function pageSizeOf(
  field: GraphQLField<unknown, unknown>,
  selection: FieldNode,
  variables: Variables,
  allowed: Limits,
) {
  const requestedSizes = (selection.arguments ?? [])
    .filter(({ name }) => sizeArguments.has(name.value))
    .map(({ value }) => valueFromASTUntyped(value, variables))
    .filter((value) => typeof value === 'number');
  const defaultSize = field.args.find(({ name }) => sizeArguments.has(name))?.defaultValue;
  if (requestedSizes.length > 0) return Math.max(1, ...requestedSizes);
  return Math.max(1, typeof defaultSize === 'number' ? defaultSize : allowed.pageSize);
}

/** The variables of an operation, with their defaults. */
const withDefaults = (operation: OperationDefinitionNode, variables: Variables = {}): Variables => ({
  ...Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  ),
  ...variables,
});
