import type { Json } from '../../../kernel/json.ts';
import type { Block } from '../block.ts';
import { compare } from './condition-operators.ts';
import { blockKinds } from '../registry.ts';

/**
 * The names of the blocks that are shown, by the values of all. A block that is hidden is empty to the conditions of others.
 * Conditions must have no cycle. Missing blocks are empty.
 */
export function shownBlocks(blocks: readonly Block[], valueOf: (fieldId: string) => Json): ReadonlySet<string> {
  const byId = new Map(blocks.map((block) => [block.fieldId, block]));
  const known = new Map<string, boolean>();
  const isShown = (block: Block): boolean => {
    const { fieldId, conditions, conditionsAction, conditionsMatch } = block;
    const before = known.get(fieldId);
    if (before !== undefined) return before;
    // set before the recursion, so that a cycle would end
    known.set(fieldId, false);
    const held = conditions.map((condition) => {
      const other = byId.get(condition.fieldId);
      const value = other && isShown(other) ? valueOf(other.fieldId) : null;
      return compare(other ? blockKinds[other.type].compared : 'presence', value, condition.operator, condition.value);
    });
    const isMet = conditionsMatch === 'and' ? held.every(Boolean) : held.some(Boolean);
    const shown = conditions.length === 0 || isMet === (conditionsAction === 'show');
    known.set(fieldId, shown);
    return shown;
  };
  return new Set(blocks.filter(isShown).map(({ fieldId }) => fieldId));
}
