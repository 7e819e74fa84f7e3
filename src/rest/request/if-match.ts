import { DatasetRightsDocument } from '../generated/operations.ts';
import type { Ask } from '../route.ts';

/** A revision that no dataset has. */
const noRevision = -1;

/** An entity tag of ours, in quotes or without; a weak one or any other is none. */
const strongTag = /^"?(\d{1,9})"?$/;

/**
 * The revision that a change is to be made of, by its `If-Match`; undefined where any will do. Of several it is the present one, if
 * that is among them. Tags are compared strongly (RFC 9110, 13.1.1): a weak one never matches, even one of ours that a proxy weakened.
 */
export async function expectedRevision(
  ask: Ask,
  header: string | undefined,
  dataset_uid: string | undefined,
): Promise<number | undefined> {
  if (header === undefined || header.trim() === '*') return undefined;
  const revisions = header
    .split(',')
    .flatMap((tag) => strongTag.exec(tag.trim())?.[1] ?? [])
    .map(Number);
  if (revisions.length < 2 || dataset_uid === undefined) return revisions[0] ?? noRevision;
  const present = (await ask(DatasetRightsDocument, { dataset_uid })).data.dataset?.revision;
  return revisions.find((revision) => revision === present) ?? noRevision;
}

/** Whether a refusal may come of a tag that a proxy weakened on its way to the client. */
export const namesWeakTag = (header: string | undefined): boolean =>
  header !== undefined && /(?:^|,)\s*W\//.test(header);
