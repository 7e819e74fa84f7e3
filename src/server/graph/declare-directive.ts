import { isObjectType, Kind, parse } from 'graphql';
import type { ConstDirectiveNode, GraphQLField, GraphQLObjectType } from 'graphql';

/** The value of a directive's argument. */
type DirectiveValue = string | number | boolean | readonly string[];

/** Adds a directive to an element of a schema, as the SDL would have it. An element that has a directive of this name keeps its own. */
export function declareDirective(
  element: GraphQLObjectType | GraphQLField<unknown, unknown>,
  name: string,
  values: Readonly<Record<string, DirectiveValue>>,
): void {
  const present = element.astNode?.directives ?? [];
  if (present.some((directive) => directive.name.value === name)) return;
  const directives = [...present, directiveNode(name, values)];
  const nameNode = { kind: Kind.NAME, value: element.name } as const;
  if (isObjectType(element)) {
    element.astNode = { kind: Kind.OBJECT_TYPE_DEFINITION, name: nameNode, ...element.astNode, directives };
  } else {
    const type = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: String(element.type) } } as const;
    element.astNode = { kind: Kind.FIELD_DEFINITION, name: nameNode, type, ...element.astNode, directives };
  }
}

/** Makes the node of a directive. GraphQL writes its values as JSON does. */
export function directiveNode(name: string, values: Readonly<Record<string, DirectiveValue>>): ConstDirectiveNode {
  const written = Object.entries(values).map(([argument, value]) => `${argument}: ${JSON.stringify(value)}`);
  const given = written.length > 0 ? `(${written.join(', ')})` : '';
  const [type] = parse(`type T @${name}${given}`, { noLocation: true }).definitions;
  const [directive] = type?.kind === Kind.OBJECT_TYPE_DEFINITION ? (type.directives ?? []) : [];
  if (!directive) throw new TypeError(`@${name} is no directive.`);
  return directive;
}
