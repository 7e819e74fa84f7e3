const camelCased = (name: string): string =>
  name.replace(/[a-z0-9]_[a-z0-9]/g, (pair) => `${pair[0] ?? ''}${pair[2]?.toUpperCase() ?? ''}`);
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** A value with its names in one manner, and instants as numbers. `a__b` is the field `b` of `a`. */
function normal(value: unknown): unknown {
  if (typeof value === 'string') return isoTime.test(value) ? Math.floor(Date.parse(value) / 1000) : value;
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== 'object' || value === null) return value;
  const found: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    const [outer = '', inner] = name.split('__');
    if (inner === undefined) found[camelCased(outer)] = normal(part);
    else found[outer] = { ...(found[outer] as object | undefined), [inner]: normal(part) };
  }
  return found;
}

/** What an answer says, as text that is the same for the same data whoever answered. */
export function normalForm(answer: unknown): string {
  const { data, results, total_count: totalCount } = answer as Record<string, unknown>;
  const said = data ?? (results === undefined ? answer : { datasets: { nodes: results, totalCount } });
  return JSON.stringify(normal(said), (_name, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
