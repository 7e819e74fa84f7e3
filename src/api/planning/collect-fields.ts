import {
  BREAK,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
  visit,
} from 'graphql';
import { isJsonObject } from '#kernel/json.ts';
import { onceFor } from '#kernel/once-for.ts';

/** What `collectFields` needs besides the selections. */
export interface SelectionContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The coerced variables. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * The fields that selections request of an object type, by response key in the order of the answer: fragments merged,
 * @skip and @include applied (GraphQL specification, CollectFields).
 */
export function collectFields(
  context: SelectionContext,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const spreadNames = new Set<string>();

  function collect(set: SelectionSetNode): void {
    for (const node of set.selections) {
      if (!isIncluded(context, node)) continue;
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        fields.set(key, [...(fields.get(key) ?? []), node]);
      } else {
        collectFragment(node.kind === Kind.FRAGMENT_SPREAD ? takeFragment(node.name.value) : node);
      }
    }
  }

  /** A fragment is merged once, however often it is spread. */
  function takeFragment(name: string): FragmentDefinitionNode | undefined {
    if (spreadNames.has(name)) return undefined;
    spreadNames.add(name);
    return context.fragments.get(name);
  }

  function collectFragment(fragment: FragmentDefinitionNode | InlineFragmentNode | undefined): void {
    if (!fragment) return;
    const condition = fragment.typeCondition && typeFromAST(context.schema, fragment.typeCondition);
    const applies =
      !condition || condition === type || (isAbstractType(condition) && context.schema.isSubType(condition, type));
    if (applies) collect(fragment.selectionSet);
  }

  selections.forEach(collect);
  return fields;
}

/** The selections below a field that several nodes request. */
export const selectionsOf = (nodes: readonly FieldNode[]): SelectionSetNode[] =>
  nodes.flatMap(({ selectionSet }) => selectionSet ?? []);

const isIncluded = ({ variables }: SelectionContext, node: SelectionNode): boolean =>
  getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] !== true &&
  getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false;

/**
 * How an object of the answer shows a field, where it is not one member under its response key. Persisted operations say so by directives
 * (schema/document-directives.graphql); the validation of other documents refuses them.
 */
export type MemberForm = 'omitIfNull' | 'spread';

/** The form in which an object shows the field that nodes request; undefined for one member. */
export function memberFormOf(nodes: readonly Pick<FieldNode, 'directives'>[]): MemberForm | undefined {
  const names = new Set(nodes.flatMap(({ directives = [] }) => directives.map(({ name }) => name.value)));
  if (names.has('spread')) return 'spread';
  return names.has('omitIfNull') ? 'omitIfNull' : undefined;
}

/** A document without these directives, as clients of the graph may send it. */
export const withoutMemberForms = (document: DocumentNode): DocumentNode =>
  visit(document, { Directive: (node) => (memberFormOf([{ directives: [node] }]) ? null : undefined) });

/** Gives the data that resolvers returned for a document the forms that its directives request, as plans do in SQL. */
export function applyMemberForms(document: DocumentNode, data: unknown): unknown {
  if (!hasMemberForms(document)) return data;
  const selections = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet : [],
  );
  return withForms(document, selections, data);
}

const hasMemberForms = onceFor((document: DocumentNode): boolean => {
  let found = false;
  visit(document, {
    Field: (node) => {
      if (!memberFormOf([node])) return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
});

function withForms(document: DocumentNode, selections: readonly SelectionSetNode[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withForms(document, selections, item));
  if (!isJsonObject(value)) return value;
  const nodesOf = nodesByKey(document, selections);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): (readonly [string, unknown])[] => {
      const nodes = nodesOf.get(key) ?? [];
      const form = memberFormOf(nodes);
      if (form === 'omitIfNull' && member === null) return [];
      if (form === 'spread')
        return isJsonObject(member)
          ? Object.entries(member).filter(([name]) => name === key || !Object.hasOwn(value, name))
          : [];
      const below = selectionsOf(nodes);
      return [[key, below.length > 0 ? withForms(document, below, member) : member]];
    }),
  );
}

/** The nodes of all fields, by response key. A persisted operation gives a response key one form, whatever the type. */
function nodesByKey(document: DocumentNode, selections: readonly SelectionSetNode[]): Map<string, FieldNode[]> {
  const nodes = new Map<string, FieldNode[]>();
  const collect = ({ selections: selected }: SelectionSetNode): void => {
    for (const node of selected) {
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value;
        nodes.set(key, [...(nodes.get(key) ?? []), node]);
      } else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else
        for (const definition of document.definitions)
          if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === node.name.value)
            collect(definition.selectionSet);
    }
  };
  selections.forEach(collect);
  return nodes;
}
