import {
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  getDirectiveValues,
  isAbstractType,
  typeFromAST,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type InlineFragmentNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

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
