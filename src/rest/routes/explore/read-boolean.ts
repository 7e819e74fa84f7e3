import { failFields } from '#kernel/fail.ts';
import type { RestInput } from '#rest/request/request-value.ts';

/** A parameter that is `true` or `false`, in any case; false without it. Fails INVALID_INPUT for another value. */
export function readBoolean({ query }: Pick<RestInput, 'query'>, name: string): boolean {
  const text = String(query[name] ?? 'false');
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return failFields({
    [name]: [`Invalid value for ${name} API parameter: ${text} was found but true or false is expected.`],
  });
}
