import type { CatalogError } from '#kernel/fail.ts';
import type { Tool } from '../tool.ts';

/** The maximum size of the problems of arguments in an answer, in characters. */
const maxProblems = 3_000;

/**
 * Describes a failure to the agent: the code and the message of the error table, its details, and what is wrong with each argument. The text
 * says when it leaves some out.
 */
export function describeFailure(
  failure: CatalogError,
  { fields: _fields, ...extensions }: Readonly<Record<string, unknown>>,
  argumentOf: Tool['argumentOf'],
): string {
  const problems = Object.entries(failure.fields ?? {}).map(
    ([path, messages]) => [argumentOf(path), messages] as const,
  );
  const shown: typeof problems = [];
  let length = 0;
  for (const problem of problems) {
    length += JSON.stringify(problem).length;
    if (length > maxProblems) break;
    shown.push(problem);
  }
  return JSON.stringify({
    code: failure.code,
    message: failure.message,
    ...extensions,
    ...(problems.length > 0 && { arguments: Object.fromEntries(shown) }),
    ...(shown.length < problems.length && { more: 'Other arguments have problems as well. Correct these first.' }),
  });
}
