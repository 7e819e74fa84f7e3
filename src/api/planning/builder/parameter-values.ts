import { getArgumentValues, type FieldNode } from 'graphql';
import type { ArgumentValues, PlannedParameter } from './plan-builder.ts';

/** The values that a plan's parameters take from the variables. The arguments of each node are coerced once. */
export function parameterValues(parameters: readonly PlannedParameter[], variables: ArgumentValues): ArgumentValues {
  const argumentsByNode = new Map<FieldNode, ArgumentValues>();
  return Object.fromEntries(
    parameters.map(({ name, field, node, valueFrom }) => {
      const args = argumentsByNode.get(node) ?? getArgumentValues(field, node, variables);
      argumentsByNode.set(node, args);
      return [name, valueFrom(args)];
    }),
  );
}
