import { isInputObjectType, getNamedType, Kind } from 'graphql';
import type { ArgumentNode, GraphQLArgument, GraphQLInputField, OperationDefinitionNode, ValueNode } from 'graphql';
import type { Amount, Variables } from './cost.ts';
import type { ListSize } from './declared-costs.ts';

/** A size that may be absent, and may depend on variables. */
type Size = number | undefined | ((variables: Variables) => number | undefined);

/**
 * The number of items that a list may have: the largest of the slicing arguments that are given, else their largest default, else its assumed
 * size, else 1.
 */
export function lengthOfList(
  { slicingArguments, assumedSize = 1 }: ListSize,
  declared: readonly GraphQLArgument[],
  given: readonly ArgumentNode[],
  operation: OperationDefinitionNode,
): Amount {
  const paths = slicingArguments.map((path) => {
    const [name = '', ...members] = path.split('.');
    return { argument: declared.find((each) => each.name === name), name, members };
  });
  const defaultSize = largest(paths.map(({ argument, members }) => sizeIn(argument, undefined, members)));
  const ungiven = defaultSize ?? assumedSize;
  const sizes = paths.map(({ argument, name, members }): Size => {
    const value = given.find((each) => each.name.value === name)?.value;
    return value && sizeAt(argument, value, members, operation);
  });
  return sizes.some((size) => typeof size === 'function')
    ? (variables) => largest(sizes.map((size) => (typeof size === 'function' ? size(variables) : size))) ?? ungiven
    : (largest(sizes.filter((size) => typeof size !== 'function')) ?? ungiven);
}

/** The largest size that is known, and not below 0; undefined where none is known. */
function largest(sizes: readonly (number | undefined)[]): number | undefined {
  const known = sizes.filter((size) => size !== undefined);
  return known.length > 0 ? Math.max(0, ...known) : undefined;
}

/** The size at a path of members in a value that stands in the document; undefined where a variable has no value, and for null. */
function sizeAt(
  declared: GraphQLArgument | GraphQLInputField | undefined,
  value: ValueNode,
  path: readonly string[],
  operation: OperationDefinitionNode,
): Size {
  if (value.kind === Kind.VARIABLE) {
    const name = value.name.value;
    const variable = operation.variableDefinitions?.find((each) => each.variable.name.value === name);
    const byDefault = variable?.defaultValue && sizeAt(declared, variable.defaultValue, path, operation);
    return (variables) => {
      const sent = variables[name];
      if (sent === undefined) return typeof byDefault === 'function' ? byDefault(variables) : byDefault;
      return sent === null ? undefined : sizeIn(declared, sent, path);
    };
  }
  const [member, ...rest] = path;
  if (member === undefined) {
    if (value.kind === Kind.LIST) return value.values.length;
    return value.kind === Kind.INT ? Number(value.value) : undefined;
  }
  if (value.kind !== Kind.OBJECT) return undefined;
  const field = memberOf(declared, member);
  const given = value.fields.find(({ name }) => name.value === member)?.value;
  const size = given && sizeAt(field, given, rest, operation);
  const byDefault = sizeIn(field, undefined, rest);
  return typeof size === 'function' ? (variables) => size(variables) ?? byDefault : (size ?? byDefault);
}

/** The size at a path of members in a value that a client sent, or in the default value. */
function sizeIn(
  declared: GraphQLArgument | GraphQLInputField | undefined,
  sent: unknown,
  [member, ...rest]: readonly string[],
): number | undefined {
  const value = sent ?? declared?.defaultValue;
  if (member === undefined) return Array.isArray(value) ? value.length : numberIn(value);
  const given: unknown = typeof value === 'object' && value ? Reflect.get(value, member) : undefined;
  return sizeIn(memberOf(declared, member), given, rest);
}

/** The input field with a name in the object that an argument or an input field takes. */
function memberOf(
  declared: GraphQLArgument | GraphQLInputField | undefined,
  name: string,
): GraphQLInputField | undefined {
  const type = declared && getNamedType(declared.type);
  return isInputObjectType(type) ? type.getFields()[name] : undefined;
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
