import type { Json } from '../../../kernel/json.ts';
import type { Block } from '../block.ts';
import { compare } from './condition-operators.ts';
import { blockKinds } from '../registry.ts';

/**
 * The names of the blocks that are visible, by the values of all. A block that is hidden is empty to the conditions of others.
 * Conditions must have no cycle. Missing blocks are empty.
 */
export function visibleBlocks(blocks: readonly Block[], valueOf: (fieldId: string) => Json): ReadonlySet<string> {
  const byId = new Map(blocks.map((block) => [block.fieldId, block]));
  const decided = new Map<string, boolean>();
  const isVisible = (block: Block): boolean => {
    const { fieldId, conditions, conditionsAction, conditionsMatch } = block;
    const decision = decided.get(fieldId);
    if (decision !== undefined) return decision;
    // set before the recursion, so that a cycle would end
    decided.set(fieldId, false);
    const met = conditions.map((condition) => {
      const other = byId.get(condition.fieldId);
      const value = other && isVisible(other) ? valueOf(other.fieldId) : null;
      return compare(
        other ? blockKinds[other.type].comparisonType : 'presence',
        value,
        condition.operator,
        condition.value,
      );
    });
    const isMet = conditionsMatch === 'and' ? met.every(Boolean) : met.some(Boolean);
    const isBlockVisible = conditions.length === 0 || isMet === (conditionsAction === 'show');
    decided.set(fieldId, isBlockVisible);
    return isBlockVisible;
  };
  return new Set(blocks.filter(isVisible).map(({ fieldId }) => fieldId));
}
