import { type DirectiveNode, type DocumentNode, Kind, visit } from 'graphql';
import { LRUCache } from 'lru-cache';

/** The bound of the forms of a document that are kept, and what one takes: some dozens of nodes, in bytes. */
const maxBytes = 4 * 1024 * 1024;
const formBytes = 20_000;

/**
 * Narrows a document of ours to what its variables need: without the arguments of variables that are undefined, and without the fields that are not
 * included. A variable and a directive cost more in each request than a field, and each form is prepared once.
 */
export function narrowing<Document extends DocumentNode>(
  document: Document,
): (variables: Readonly<Record<string, unknown>>) => Document {
  const forms = new LRUCache<string, Document>({ maxSize: maxBytes, sizeCalculation: () => formBytes });
  return (variables) => {
    const key = Object.entries(variables)
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([name]) => name)
      .join();
    const known = forms.get(key);
    if (known) return known;
    const form = narrow(document, variables);
    forms.set(key, form);
    return form;
  };
}

const narrow = <Document extends DocumentNode>(
  document: Document,
  variables: Readonly<Record<string, unknown>>,
): Document =>
  visit(document, {
    Field: (node) => {
      const condition = conditionOf(node.directives ?? []);
      if (condition === undefined) return undefined;
      return variables[condition] === true ? { ...node, directives: [] } : null;
    },
    Argument: ({ value }) =>
      value.kind === Kind.VARIABLE && variables[value.name.value] === undefined ? null : undefined,
    VariableDefinition: ({ variable, type }) => {
      const { value: name } = variable.name;
      const isCondition =
        type.kind === Kind.NON_NULL_TYPE && type.type.kind === Kind.NAMED_TYPE && type.type.name.value === 'Boolean';
      return isCondition || variables[name] === undefined ? null : undefined;
    },
  });

/** The variable of the directive `@include`. */
function conditionOf(directives: readonly DirectiveNode[]): string | undefined {
  const value = directives[0]?.arguments?.[0]?.value;
  return value?.kind === Kind.VARIABLE ? value.name.value : undefined;
}
