import { parseJson } from '#kernel/json.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import type { Finalize, FinalizeContext, PlanBuilder } from '../builder/plan-builder.ts';

/** What the finalization of a text needs: the finalizers of its plan, and their inputs. */
export interface Finalization extends FinalizeContext {
  readonly finalizers: readonly Finalize[];
}

/**
 * The byte that stands before and after each value to finalize: a carriage return. PostgreSQL writes one only where a statement asks for it:
 * the strings of JSON escape it, and `json` from `jsonb` or from rows has no whitespace but spaces and line feeds. No stored value can
 * therefore imitate such a value.
 */
const separator = 0x0d;

/** An expression whose value JavaScript finalizes: `finalize` receives the value of `columns`, and its result replaces it. */
export function finalizedValue(builder: PlanBuilder, columns: Sql, finalize: Finalize): Sql {
  const number = String(builder.addFinalizer(finalize));
  return sql`json_build_array(${sqlText(`e'\\r${number}'`)}::json, ${columns}, e'0\\r'::json)`;
}

/** Replaces the values of a text that JavaScript finalizes. All other bytes are copied; without such a value, the text is returned itself. */
export function finalizeText(text: Buffer, { finalizers, ...context }: Finalization): Buffer {
  let start = text.indexOf(separator) - 1;
  if (start < 0) return text;
  const parts: Buffer[] = [];
  let copied = 0;
  while (start >= copied) {
    const end = text.indexOf(separator, start + 2) + 2;
    const final = finalValue(parseJson(text.toString('utf8', start, end)), finalizers, context);
    parts.push(text.subarray(copied, start), Buffer.from(JSON.stringify(final ?? null)));
    copied = end;
    start = text.indexOf(separator, copied) - 1;
  }
  parts.push(text.subarray(copied));
  return Buffer.concat(parts);
}

/** The final value: an array with the number of its finalizer, and its columns. */
function finalValue(marked: unknown, finalizers: readonly Finalize[], context: FinalizeContext): unknown {
  const found: readonly unknown[] = Array.isArray(marked) ? marked : [];
  const finalize = finalizers[Number(found[0])];
  if (!finalize) throw new Error('A value to finalize has the number of a finalizer.');
  return finalize(found[1], context);
}
