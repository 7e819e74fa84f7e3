import { createHash } from 'node:crypto';
import { fail } from '../../kernel/fail.ts';
import { canonicalJson } from '../../kernel/json.ts';
import type { DatasetApplyInput } from '../datasets/index.ts';

/** A plan: its revision, then the hash of the input that was planned. */
const pattern = /^(\d{1,9})\.[\w-]{43}$/;

/**
 * Identifies what an input does to a revision of a dataset. Equal inputs have the same plan, in any order of their keys. The hash is that
 * of the input, because the changes contain uids that are drawn each time.
 */
export function planIdOf(input: DatasetApplyInput, revision: number): string {
  const { planId: _planId, dryRun: _dryRun, expectedRevision: _expectedRevision, ...desired } = input;
  return `${revision}.${createHash('sha256').update(canonicalJson(desired)).digest('base64url')}`;
}

/** The revision of a planned change; undefined for a text that identifies no plan. */
export function revisionOfPlan(planId: string | null | undefined): number | undefined {
  const [, revision] = pattern.exec(planId ?? '') ?? [];
  return revision === undefined ? undefined : Number(revision);
}

/** Fails PLAN_MISMATCH where the input names another plan than its own. */
export function checkPlan({ planId }: DatasetApplyInput, actual: string): void {
  if (planId != null && planId !== actual) fail('PLAN_MISMATCH');
}
