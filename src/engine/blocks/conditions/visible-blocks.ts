import type { Json } from '#kernel/json.ts';
import type { Block } from '../block.ts';
import { meetsCondition } from './condition-operators.ts';
import { blockTypeDefinitions } from '../registry.ts';

/**
 * The names of the blocks that are visible with these values. Conditions treat a hidden block and a
 * missing block as empty. Conditions must not form a cycle.
 */
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
