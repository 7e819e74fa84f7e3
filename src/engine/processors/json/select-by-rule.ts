import type { Value } from '#engine/records/record.ts';

const maxSteps = 50;

/** The step that selects every element of an array. */
const anyElement = 'item';

/** The steps of a rule in the notation of the Python library ijson: names from the root, and `item` for the elements of an array. */
export const parseRule = (rule: string): readonly string[] => rule.trim().replace(/^\./, '').split('.');

/** Whether a rule can select several values. */
export const maySelectSeveral = (steps: readonly string[]): boolean => steps.includes(anyElement);

/** The error in a rule; undefined when it is valid. */
export function ruleProblem(rule: string): string | undefined {
  const steps = parseRule(rule);
  if (steps.includes(''))
    return 'Give names separated by dots, with item for the elements of an array: places.item.name.';
  return steps.length > maxSteps ? `Give at most ${maxSteps} names.` : undefined;
}

/** All values that the steps select. A missing name selects nothing. For `item`, a value that is not an array counts as its only element. */
export function selectByRule(value: Value, steps: readonly string[]): Value[] {
  return steps.reduce<Value[]>((selected, step) => selected.flatMap((element) => select(element, step)), [value]);
}

function select(value: Value, step: string): Value[] {
  if (value === null) return [];
  if (Array.isArray(value)) return step === anyElement ? value : [];
  if (typeof value === 'object' && Object.hasOwn(value, step)) return [value[step] ?? null];
  return step === anyElement ? [value] : [];
}
