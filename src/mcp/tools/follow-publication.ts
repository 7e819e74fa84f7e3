import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { fail } from '#kernel/fail.ts';
import { FollowPublicationDocument } from '../generated/operations.ts';
import { customTool } from '../tool.ts';
import { datasetUidArgument } from './page-arguments.ts';

/** The pauses between two readings, in milliseconds: each is twice the one before, up to the longest. */
const pauses = { first: 200, longest: 3_000 };

/** The longest wait, in seconds: proxies often end a request after 30 seconds without an answer. */
const maxWait = 25;

export const followPublication = customTool(FollowPublicationDocument, {
  name: 'follow_publication',
  description:
    'Reports the status of a dataset that you may edit or publish, and waits for a pending publication to end. next is null once nothing is pending; error, message and recordsErrors say what went wrong.',
  arguments: {
    datasetUid: datasetUidArgument,
    waitSeconds: z.number().min(0).max(maxWait).default(0).describe('How long to wait for the end.'),
  },
  async run({ datasetUid, waitSeconds }, { execute, signal }) {
    const deadline = Date.now() + waitSeconds * 1_000;
    for (let wait = pauses.first; ; wait = Math.min(2 * wait, pauses.longest)) {
      const { dataset } = await execute(FollowPublicationDocument, { datasetUid });
      if (!dataset) return fail('NOT_FOUND');
      const left = deadline - Date.now();
      const isPending = dataset.status?.next != null;
      if (!isPending || left <= 0 || signal.aborted) {
        const { status, ...head } = dataset;
        const { recordsErrors = [], ...state } = status ?? {};
        return { head: { ...head, ...state, isPending, recordsErrors: recordsErrors.slice(0, 20) } };
      }
      await pause(Math.min(wait, left), undefined, { signal }).catch(() => undefined);
    }
  },
});
