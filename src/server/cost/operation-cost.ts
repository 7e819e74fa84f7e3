import { isInterfaceType, isObjectType, Kind, getNamedType } from 'graphql';
import type {
  DirectiveNode,
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
import { add, multiply, valueOf, when, type Amount, type Variables } from './cost.ts';
import { declaredCosts, pointInThousandths, type DeclaredCosts } from './declared-costs.ts';
import { lengthOfList } from './list-length.ts';

/** Returns what a request with an operation costs, in whole points, rounded down. */
export type CostOfOperation = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
) => number;

/**
 * Creates the function that computes what operations cost, by the directives of the schema: the weight of the root type, and that of every
 * object and weighted field that the answer may have, by the sizes of its lists. What is selected twice counts twice, and of different types
 * of an object all count. The first request of an operation reads it; from then on the cost is a sum of products of numbers and page sizes.
 */
export function createOperationCost(schema: GraphQLSchema): CostOfOperation {
  const costs = new WeakMap<OperationDefinitionNode, Amount>();
  const declared = declaredCosts(schema);
  const readCost = (document: DocumentNode, operation: OperationDefinitionNode): Amount => {
    const cost = new CostReader(schema, declared, document, operation).cost();
    costs.set(operation, cost);
    return cost;
  };
  return (document, operation, variables) =>
    Math.floor(
      valueOf(costs.get(operation) ?? readCost(document, operation), withDefaults(operation, variables)) /
        pointInThousandths,
    );
}

/** What a selection costs. */
interface SelectionCost {
  /** Once for each object of the selection. */
  readonly once: Amount;
  /** Once for each item of the list to which the object belongs. */
  readonly perItem: Amount;
}

const nothing: SelectionCost = Object.freeze({ once: 0, perItem: 0 });

/** Reads what an operation costs. Reads each fragment once; a fragment inside itself costs nothing. */
class CostReader {
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #declared: DeclaredCosts;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #costByFragment = new Map<string, SelectionCost>();

  constructor(
    schema: GraphQLSchema,
    declared: DeclaredCosts,
    { definitions }: DocumentNode,
    operation: OperationDefinitionNode,
  ) {
    this.#schema = schema;
    this.#operation = operation;
    this.#declared = declared;
    this.#fragments = new Map(
      definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
    );
  }

  cost(): Amount {
    const root = this.#schema.getRootType(this.#operation.operation);
    if (!root) return 0;
    return add(this.#declared.weightOfType(root), this.#ofSet(this.#operation.selectionSet, root, []).once);
  }

  #ofSet(
    set: SelectionSetNode | undefined,
    parent: GraphQLNamedType | undefined,
    sized: readonly string[],
  ): SelectionCost {
    return (set?.selections ?? []).reduce((sum, selection) => {
      const { once, perItem } = this.#ofSelection(selection, parent, sized);
      const condition = selection.directives ?? [];
      return { once: add(sum.once, onlyIf(condition, once)), perItem: add(sum.perItem, onlyIf(condition, perItem)) };
    }, nothing);
  }

  #ofSelection(
    selection: SelectionNode,
    parent: GraphQLNamedType | undefined,
    sized: readonly string[],
  ): SelectionCost {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return this.#ofFragment(selection.name.value, sized);
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const { typeCondition, selectionSet } = selection;
      return this.#ofSet(selectionSet, typeCondition ? this.#schema.getType(typeCondition.name.value) : parent, sized);
    }
    const fields = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields() : {};
    const field = fields[selection.name.value];
    if (!field) return nothing;
    const cost = this.#ofField(field, selection);
    return sized.includes(field.name) ? { once: 0, perItem: cost } : { once: cost, perItem: 0 };
  }

  #ofField(field: GraphQLField<unknown, unknown>, { arguments: given = [], selectionSet }: FieldNode): Amount {
    const listSize = this.#declared.listSizeOf(field);
    const { once, perItem } = this.#ofSet(selectionSet, getNamedType(field.type), listSize?.sizedFields ?? []);
    const single = add(this.#declared.weightOfField(field), once);
    if (!listSize) return single;
    const length = lengthOfList(listSize, field.args, given, this.#operation);
    return listSize.sizedFields ? add(single, multiply(length, perItem)) : multiply(length, single);
  }

  #ofFragment(name: string, sized: readonly string[]): SelectionCost {
    const key = [name, ...sized].join();
    const known = this.#costByFragment.get(key);
    if (known) return known;
    this.#costByFragment.set(key, nothing);
    const fragment = this.#fragments.get(name);
    const type = fragment && this.#schema.getType(fragment.typeCondition.name.value);
    const cost = this.#ofSet(fragment?.selectionSet, type, sized);
    this.#costByFragment.set(key, cost);
    return cost;
  }
}

/** An amount unless `@skip` or `@include` leaves it out. */
function onlyIf(directives: readonly DirectiveNode[], amount: Amount): Amount {
  let included = amount;
  for (const { name, arguments: [argument] = [] } of directives) {
    if (!argument || (name.value !== 'skip' && name.value !== 'include')) continue;
    const expected = name.value === 'include';
    const { value } = argument;
    if (value.kind === Kind.VARIABLE) included = when(value.name.value, expected, included);
    else if (value.kind === Kind.BOOLEAN && value.value !== expected) included = 0;
  }
  return included;
}

/** The variables of an operation with the defaults of those that are not given. Only booleans matter here; sizes read their defaults themselves. */
function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, variables: Variables): Variables {
  let complete: Record<string, unknown> | undefined;
  for (const { variable, defaultValue } of variableDefinitions) {
    if (defaultValue?.kind !== Kind.BOOLEAN || variables[variable.name.value] !== undefined) continue;
    complete ??= { ...variables };
    complete[variable.name.value] = defaultValue.value;
  }
  return complete ?? variables;
}
