import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { canonicalJson } from '#kernel/json.ts';
import type { DatasetApplyInput } from '#datasets/index.ts';

/** How long a plan can be applied, in seconds. */
const lifetimeSeconds = 3_600;

/** A plan: its revision, the second in which it ends, and the keyed hash of what was planned, by whom. */
const pattern = /^(?<revision>\d{1,9})\.(?<end>\d{1,12})\.(?<hash>[0-9a-f]{64})$/;

/** What a planId contains. */
interface Plan {
  readonly revision: number;
  /** When it ends, in seconds since 1970. */
  readonly end: number;
  readonly hash: string;
}

/** Reads a planId; undefined for a text that is none. */
export function readPlan(planId: string | null | undefined): Plan | undefined {
  const { revision, end, hash } = pattern.exec(planId ?? '')?.groups ?? {};
  return revision === undefined || end === undefined || hash === undefined
    ? undefined
    : { revision: Number(revision), end: Number(end), hash };
}

/**
 * Identifies what an input does to a revision of a dataset: the plan that the input names, or else a new one. Equal inputs have the same
 * hash, in any order of their keys. It is that of the input, because the changes contain uids that are drawn each time.
 */
export function planIdOf({ app, session }: RequestContext, input: DatasetApplyInput, revision: number): string {
  const { planId, dryRun: _dryRun, expectedRevision: _expectedRevision, ...desired } = input;
  const end = readPlan(planId)?.end ?? Math.floor(app.clock.now().getTime() / 1000) + lifetimeSeconds;
  const hash = app.secrets.fingerprint(canonicalJson(['plan', session.username ?? null, revision, end, desired]));
  return `${revision}.${end}.${hash}`;
}

/** Fails PLAN_MISMATCH where the input names another plan than its own, or its own has ended. */
export function checkPlan({ app }: RequestContext, { planId }: DatasetApplyInput, actual: string): void {
  if (planId == null) return;
  const hasEnded = (readPlan(planId)?.end ?? 0) * 1000 <= app.clock.now().getTime();
  if (planId !== actual || hasEnded) fail('PLAN_MISMATCH');
}
