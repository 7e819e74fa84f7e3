import { getDirectiveValues, Kind } from 'graphql';
import type { ConstDirectiveNode, DirectiveNode, FieldDefinitionNode, InputValueDefinitionNode } from 'graphql';
import { costDirective, listSizeDirective } from '../cost/cost-directives.ts';
import { directiveNode } from '../graph/declare-directive.ts';

/** The units of cost of a router in a point. An object costs a hundredth of a point, and one unit where a subgraph declares nothing else. */
const unitsInPoint = 100;

/** The directive `@cost` of Apollo Federation, whose weight is a whole number of units, rounded up; undefined for other directives. */
export function federatedCost({ name, arguments: given = [] }: DirectiveNode): ConstDirectiveNode | undefined {
  const weight = given.find((argument) => argument.name.value === 'weight')?.value;
  if (name.value !== costDirective.name || weight?.kind !== Kind.STRING) return undefined;
  return directiveNode(name.value, { weight: Math.ceil(Number(weight.value) * unitsInPoint) });
}

/**
 * The field with the `@listSize` of Apollo Federation, whose slicing arguments are integers of the field itself. A list without such an
 * argument has the size that the router assumes.
 */
export function federatedListSize(field: FieldDefinitionNode): FieldDefinitionNode | undefined {
  const declared = getDirectiveValues(listSizeDirective, field);
  if (!declared) return undefined;
  const integers = (field.arguments ?? []).filter(isInteger).map(({ name }) => name.value);
  const slicingArguments = textsIn(declared['slicingArguments']).filter((name) => integers.includes(name));
  const sizedFields = textsIn(declared['sizedFields']);
  const others = (field.directives ?? []).filter(({ name }) => name.value !== listSizeDirective.name);
  const listSize = directiveNode(listSizeDirective.name, {
    slicingArguments,
    ...(sizedFields.length > 0 && { sizedFields }),
    requireOneSlicingArgument: false,
  });
  return { ...field, directives: slicingArguments.length > 0 ? [...others, listSize] : others };
}

/** Whether an argument is an integer, mandatory or not. */
function isInteger({ type }: InputValueDefinitionNode): boolean {
  const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  return named.kind === Kind.NAMED_TYPE && named.name.value === 'Int';
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
