import { maxFields } from '../records/columns.ts';
import type { FieldStep } from './field-step.ts';
import { nameProblem, problemsOf } from './text-rules.ts';

interface OrderParams {
  readonly order: readonly string[];
}

/** Puts the named fields first, in this order. The other fields follow and keep their order. */
export const order: FieldStep<OrderParams> = {
  check: ({ order: names }) => problemsOf({ order: namesProblem(names) }),
  transform({ order: names }) {
    const ranks = new Map(names.map((name, rank) => [name, rank]));
    return (field) => ({ ...field, ranks: [ranks.get(field.name) ?? names.length, ...field.ranks] });
  },
};

function namesProblem(names: readonly string[]): string | undefined {
  if (names.length === 0) return 'Name at least one field.';
  if (names.length > maxFields) return `Name at most ${maxFields} fields.`;
  if (new Set(names).size < names.length) return 'Name each field once.';
  return names.map(nameProblem).find((problem) => problem !== undefined);
}
