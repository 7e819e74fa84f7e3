import type { FieldErrors } from '../../../kernel/fail.ts';
import type { Block, BlockCondition } from '../block.ts';
import { comparable, operatorsOf, standsAlone } from './condition-operators.ts';
import { readText } from '../kinds/read-text.ts';
import { blockKinds } from '../registry.ts';

const mostConditions = 20;

/** The errors in the conditions of a block, by path below the block. */
export function checkConditions({ conditions }: Block, blocks: readonly Block[]): FieldErrors {
  if (conditions.length > mostConditions) return { conditions: [`Use at most ${mostConditions} conditions.`] };
  return Object.fromEntries(
    conditions.flatMap((condition, at) => {
      const [name, problem] =
        problemOf(
          condition,
          blocks.find(({ fieldId }) => fieldId === condition.fieldId),
        ) ?? [];
      return name === undefined || problem === undefined ? [] : [[`conditions.${at}.${name}`, [problem]]];
    }),
  );
}

function problemOf(
  { operator, value }: BlockCondition,
  block: Block | undefined,
): readonly [keyof BlockCondition, string] | undefined {
  if (!block) return ['fieldId', 'The form has no block of this name.'];
  const { compared } = blockKinds[block.type];
  if (!operatorsOf[compared].includes(operator))
    return ['operator', `Choose one of: ${operatorsOf[compared].join(', ')}.`];
  if (standsAlone(operator)) return value === null ? undefined : ['value', 'This operator needs no value.'];
  if (!comparable[compared].fits(value)) return ['value', `Give ${comparable[compared].expected}.`];
  const reading = typeof value === 'string' ? readText(value, 2000) : undefined;
  return reading && 'problem' in reading ? ['value', reading.problem] : undefined;
}

/** The names of the blocks whose conditions form a cycle. */
export function endlessBlocks(blocks: readonly Block[]): ReadonlySet<string> {
  const leadsTo = new Map(
    blocks.map(({ fieldId, conditions }) => [fieldId, conditions.map((condition) => condition.fieldId)]),
  );
  const isEndless = (start: string): boolean => {
    const seen = new Set<string>();
    const open = [...(leadsTo.get(start) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === start) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(leadsTo.get(next) ?? []));
    }
    return false;
  };
  return new Set([...leadsTo.keys()].filter(isEndless));
}
