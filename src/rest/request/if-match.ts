import { DatasetRightsDocument } from '../generated/operations.ts';
import type { ExecuteOperation } from '../route.ts';

/** A revision that no dataset ever has. */
const impossibleRevision = -1;

/** A strong entity tag of this service, with or without quotes. */
const strongTag = /^"?(\d{1,9})"?$/;

/**
 * The revision that `If-Match` requires; undefined where any revision is accepted. Of several tags, the one of the current
 * revision counts, if the header has it. Tags are compared strongly (RFC 9110, 13.1.1): a weak tag never matches, even where a proxy
 * weakened a tag of this service.
 */
export async function parseIfMatch(
  execute: ExecuteOperation,
  header: string | undefined,
  dataset_uid: string | undefined,
): Promise<number | undefined> {
  if (header === undefined || header.trim() === '*') return undefined;
  const revisions = header
    .split(',')
    .flatMap((tag) => strongTag.exec(tag.trim())?.[1] ?? [])
    .map(Number);
  if (revisions.length < 2 || dataset_uid === undefined) return revisions[0] ?? impossibleRevision;
  const currentRevision = (await execute(DatasetRightsDocument, { dataset_uid })).data.dataset?.revision;
  return revisions.find((revision) => revision === currentRevision) ?? impossibleRevision;
}

/** Whether a header contains a weak tag: proxies weaken tags when they compress a response. */
export const hasWeakTag = (header: string | undefined): boolean => header !== undefined && /(?:^|,)\s*W\//.test(header);
