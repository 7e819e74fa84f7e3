import type { RequestContext } from '#api/context.ts';
import { type Connection, connectionOfList, type PageArgs } from '#api/reading/connection.ts';
import { recordChange } from '#api/record-change.ts';
import { requirePermission } from '#api/session.ts';
import { withValidKey } from '#identity/index.ts';
import { fail } from '#kernel/fail.ts';
import { toNodeId } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import type { UnfinishedJob } from '#platform/job-queue.ts';
import { maskSecrets } from '#platform/log.ts';
import type { Job, JobFilter, RetryJobInput } from './job.type.ts';

/** A job as the graph has it; `name` is its place in lists. */
type ListedJob = Job & { readonly name: string };

const maxMessageLength = 500;

/** A page of the jobs that have not ended. Fails UNAUTHORIZED and PERMISSION_DENIED. */
export async function pageOfJobs(
  ctx: RequestContext,
  page: PageArgs,
  { status, kind }: JobFilter,
): Promise<Connection<ListedJob>> {
  requirePermission(ctx.session, 'administer');
  const jobs = await ctx.app.jobs.list(ctx.db);
  const matching = jobs.filter(
    (job) => (status == null || job.status === status) && (kind == null || job.queue === kind),
  );
  return connectionOfList(await describeJobs(ctx, matching), page);
}

/** The job with this uid, for administrators; null when it has ended. */
export async function findJobNode(ctx: RequestContext, uid: string): Promise<ListedJob | null> {
  if (!ctx.session.permissions.has('administer')) return null;
  const [job] = await describeJobs(ctx, await ctx.app.jobs.list(ctx.db, uid));
  return job ?? null;
}

/** Has a job begin its next attempt soon, and returns its uid. Fails UNAUTHORIZED, PERMISSION_DENIED and NOT_FOUND. */
export async function retryJob(ctx: RequestContext, input: RetryJobInput): Promise<string> {
  requirePermission(ctx.session, 'administer');
  const { uid } = input;
  await withValidKey(ctx, async (tx) => {
    const [job] = await tx.app.jobs.list(tx.db, uid);
    if (!job) fail('NOT_FOUND');
    await tx.app.jobs.retry(tx.db, uid);
    await recordChange(tx, { action: 'retryJob', type: 'Job', input }, uid);
  });
  return uid;
}

/** The payload of a change of the job with this uid, which may have ended since. */
export async function jobPayload(ctx: RequestContext, uid: string): Promise<object> {
  const job = await findJobNode(ctx, uid);
  const { edges } = connectionOfList(job ? [job] : [], { first: 1 });
  return { job, jobEdge: (await edges)[0] ?? null };
}

async function describeJobs({ db }: RequestContext, jobs: readonly UnfinishedJob[]): Promise<readonly ListedJob[]> {
  const uids = (name: string) => jobs.flatMap(({ data }) => textIn(data, name) ?? []);
  const [datasetUids, harvesterUids] = [uids('datasetUid'), uids('harvesterUid')];
  const names = new Map<string, string>();
  if (datasetUids.length + harvesterUids.length > 0)
    for (const { uid, name } of await db.rows<{ uid: string; name: string }>(sql`
      select uid, dataset_id as name from dataset where uid = any(${datasetUids}::text[])
      union all select uid, name from harvester where uid = any(${harvesterUids}::text[])`))
      names.set(uid, name);
  return jobs.map((job): ListedJob => {
    const [datasetUid, harvesterUid] = [textIn(job.data, 'datasetUid'), textIn(job.data, 'harvesterUid')];
    const about = datasetUid ?? harvesterUid;
    return {
      ...{ __typename: 'Job', id: toNodeId('Job', job.id), uid: job.id, name: job.id },
      kind: job.queue,
      status: job.status,
      datasetUid,
      harvesterUid,
      subject: about === null ? null : (names.get(about) ?? null),
      requestedBy: job.group,
      createdAt: job.createdAt,
      startedAt: job.startedAt,
      dueAt: job.status === 'running' ? null : job.dueAt,
      attemptCount: job.attempts,
      message: job.message === null ? null : maskSecrets(job.message).slice(0, maxMessageLength),
    };
  });
}

function textIn(data: UnfinishedJob['data'], name: string): string | null {
  const value = data[name];
  return typeof value === 'string' ? value : null;
}
