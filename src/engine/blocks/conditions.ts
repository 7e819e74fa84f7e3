import type { Json } from '#kernel/json.ts';
import type { Block, BlockCondition } from './block.ts';
import { comparableValues, meetsCondition, operatorsByType, parseText, takesNoValue } from './block-type.ts';
import { blockTypeDefinitions } from './registry.ts';
import type { FieldErrors } from '#kernel/fail.ts';

/** The blocks that are visible with these values. A hidden block counts as empty. Conditions must not form a cycle. */
export function visibleBlocks(blocks: readonly Block[], valueOf: (fieldId: string) => Json): ReadonlySet<string> {
  const byId = new Map(blocks.map((block) => [block.fieldId, block]));
  const decided = new Map<string, boolean>();
  const isVisible = (block: Block): boolean => {
    const { fieldId, conditions, conditionsAction, conditionsMatch } = block;
    const decision = decided.get(fieldId);
    if (decision !== undefined) return decision;
    // The decision is set before the recursion, so that the recursion ends even when conditions form a cycle.
    decided.set(fieldId, false);
    const results = conditions.map((condition) => {
      const other = byId.get(condition.fieldId);
      const value = other && isVisible(other) ? valueOf(other.fieldId) : null;
      return meetsCondition(
        other ? blockTypeDefinitions[other.type].comparisonType : 'presence',
        value,
        condition.operator,
        condition.value,
      );
    });
    const areMet = conditionsMatch === 'and' ? results.every(Boolean) : results.some(Boolean);
    const isBlockVisible = conditions.length === 0 || areMet === (conditionsAction === 'show');
    decided.set(fieldId, isBlockVisible);
    return isBlockVisible;
  };
  return new Set(blocks.filter(isVisible).map(({ fieldId }) => fieldId));
}

const maxConditions = 20;

/** The errors in the conditions of a block, by path below the block. */
export function checkConditions({ conditions }: Block, blocks: readonly Block[]): FieldErrors {
  if (conditions.length > maxConditions) return { conditions: [`Use at most ${maxConditions} conditions.`] };
  return Object.fromEntries(
    conditions.flatMap((condition, index) => {
      const block = blocks.find(({ fieldId }) => fieldId === condition.fieldId);
      const found = problemOf(condition, block);
      if (!found) return [];
      const [member, problem] = found;
      return [[`conditions.${index}.${member}`, [problem]]];
    }),
  );
}

/** The invalid member of a condition and its error; undefined for a valid condition. `block` is the block that the condition names. */
function problemOf(
  { operator, value }: BlockCondition,
  block: Block | undefined,
): readonly [keyof BlockCondition, string] | undefined {
  if (!block) return ['fieldId', 'The form has no block of this name.'];
  const { comparisonType } = blockTypeDefinitions[block.type];
  if (!operatorsByType[comparisonType].includes(operator))
    return ['operator', `Choose one of: ${operatorsByType[comparisonType].join(', ')}.`];
  if (takesNoValue(operator)) return value === null ? undefined : ['value', 'This operator needs no value.'];
  if (!comparableValues[comparisonType].accepts(value))
    return ['value', `Give ${comparableValues[comparisonType].expected}.`];
  const parsed = typeof value === 'string' ? parseText(value, 2000) : undefined;
  return parsed && 'problem' in parsed ? ['value', parsed.problem.message] : undefined;
}

/** The names of the blocks whose conditions form a cycle. */
export function cyclicBlocks(blocks: readonly Block[]): ReadonlySet<string> {
  const dependencies = new Map(
    blocks.map(({ fieldId, conditions }) => [fieldId, conditions.map((condition) => condition.fieldId)]),
  );
  const isInCycle = (start: string): boolean => {
    const visited = new Set<string>();
    const pending = [...(dependencies.get(start) ?? [])];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next === start) return true;
      if (visited.has(next)) continue;
      visited.add(next);
      pending.push(...(dependencies.get(next) ?? []));
    }
    return false;
  };
  return new Set([...dependencies.keys()].filter(isInCycle));
}
