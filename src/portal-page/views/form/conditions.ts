import type { Block } from './entered.ts';

type Condition = Readonly<Block['conditions'][number]>;
type Asked = Pick<Block, 'fieldId' | 'type' | 'conditionsAction' | 'conditionsMatch'> & {
  readonly conditions: readonly Condition[];
};

/** The blocks that are shown with these answers, by the rules of the service. A hidden block counts as empty. */
export function shownBlocks(blocks: readonly Asked[], valueOf: (fieldId: string) => unknown): ReadonlySet<string> {
  const byId = new Map(blocks.map((block) => [block.fieldId, block]));
  const decided = new Map<string, boolean>();
  const isShown = ({ fieldId, conditions, conditionsAction, conditionsMatch }: Asked): boolean => {
    const decision = decided.get(fieldId);
    if (decision !== undefined) return decision;
    // A cycle ends here; the service refuses forms with one.
    decided.set(fieldId, false);
    const results = conditions.map((condition) => {
      const other = byId.get(condition.fieldId);
      const value = other && isShown(other) ? valueOf(other.fieldId) : null;
      return meets(value, condition, other?.type === 'date_time');
    });
    const areMet = conditionsMatch === 'and' ? results.every(Boolean) : results.some(Boolean);
    const decisionNow = conditions.length === 0 || areMet === (conditionsAction === 'show');
    decided.set(fieldId, decisionNow);
    return decisionNow;
  };
  return new Set(blocks.filter(isShown).map(({ fieldId }) => fieldId));
}

function meets(value: unknown, { operator, value: other }: Condition, isDate: boolean): boolean {
  const [left, right] = isDate ? toSamePrecision(value, other) : [value, other];
  switch (operator) {
    case 'is_empty':
      return value === null;
    case 'is_not_empty':
      return value !== null;
    case 'equals':
      return left === right;
    case 'not_equals':
      return left !== right;
    case 'contains':
      return contains(value, other);
    case 'not_contains':
      return !contains(value, other);
    case 'less_than':
      return isBelow(left, right);
    case 'greater_than':
      return isBelow(right, left);
  }
}

const contains = (value: unknown, other: unknown): boolean =>
  typeof other === 'string' && (typeof value === 'string' || Array.isArray(value)) && value.includes(other);

const isBelow = (left: unknown, right: unknown): boolean =>
  (typeof left === 'number' && typeof right === 'number' && left < right) ||
  (typeof left === 'string' && typeof right === 'string' && left < right);

/** Cuts two dates to the coarser of their precisions, so that a day equals every instant of that day. */
function toSamePrecision(value: unknown, other: unknown): readonly [unknown, unknown] {
  const [left, right] = [canonicalDate(value), canonicalDate(other)];
  if (left === undefined || right === undefined) return [value, other];
  const length = Math.min(left.length, right.length);
  return [left.slice(0, length), right.slice(0, length)];
}

const instantFormat = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d)?(?:\.\d{1,9})?([Zz]|[+-]\d\d:?\d\d)?$/;

/** A day, or an instant in UTC and whole seconds; one without an offset is in UTC. Undefined for anything else. */
function canonicalDate(date: unknown): string | undefined {
  if (typeof date !== 'string') return undefined;
  const [, day, time, seconds = ':00', offset = 'Z'] = instantFormat.exec(date) ?? [];
  if (day === undefined || time === undefined) return /^\d{4}-\d\d-\d\d$/.test(date) ? date : undefined;
  const instant = new Date(`${day}T${time}${seconds}${offset.replace(/^(...)(\d\d)$/, '$1:$2').toUpperCase()}`);
  return Number.isNaN(instant.getTime()) ? undefined : `${instant.toISOString().slice(0, 19)}Z`;
}
