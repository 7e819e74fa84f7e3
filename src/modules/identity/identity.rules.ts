import type { Permission } from '#api/session.ts';
import { isUid } from '#kernel/ids.ts';
import { failFields } from '#kernel/fail.ts';

/** Requires a letter or digit, because "." and ".." do not survive in the path of a URL. */
const usernamePattern = /^(?=.*[\p{L}\p{N}])[\p{L}\p{N}._@+-]{1,150}$/u;
const groupUidPattern = /^(?=.{1,150}$)[a-z0-9]+([_-][a-z0-9]+)*$/;

/** Whether the text is a valid username. */
export const isUsername = (text: string): boolean => usernamePattern.test(text);

/** Whether the text is a valid uid of a group. */
export const isGroupUid = (text: string): boolean => groupUidPattern.test(text);

/** Fails INVALID_INPUT when the text is not a valid username. */
export function checkUsername(username: string): void {
  if (!isUsername(username)) {
    failFields({
      username: [
        'Use 1 to 150 letters, digits, dots, underscores, hyphens, at and plus signs; at least one letter or digit.',
      ],
    });
  }
}

/** Fails INVALID_INPUT when the text is not a valid uid of a group. */
export function checkGroupUid(uid: string): void {
  if (!isGroupUid(uid)) {
    failFields({ uid: ['Use 1 to 150 lower-case letters, digits, and single underscores or hyphens between them.'] });
  }
}

/** Fails INVALID_INPUT under `field` when the text is too long or cannot be stored. */
export function checkText(field: string, text: string, maxLength = 200): void {
  if (text.length > maxLength) failFields({ [field]: [`Give at most ${maxLength.toLocaleString('en')} characters.`] });
  if (text.includes('\0') || !text.isWellFormed()) {
    failFields({ [field]: ['NUL characters and lone surrogates are not allowed.'] });
  }
}

/** Fails INVALID_INPUT when the text is not a valid title of a group. */
export function checkTitle(title: string): void {
  checkText('title', title);
  if (title.trim() === '') failFields({ title: ['Give the group a title.'] });
}

/** Fails INVALID_INPUT when a right is named twice. */
export function checkPermissions(permissions: readonly Permission[] | null | undefined): void {
  if (permissions && new Set(permissions).size < permissions.length)
    failFields({ permissions: ['Name each permission once.'] });
}

/** How many datasets a key may be limited to. */
const maxDatasets = 100;

/** Fails INVALID_INPUT when these are no uids of datasets, or not 1 to 100 different ones. Whether the datasets exist is not checked, as a key outlives them. */
export function checkDatasetUids(uids: readonly string[]): void {
  const wrong = uids.find((uid) => !isUid('dataset', uid));
  if (wrong !== undefined)
    failFields({ datasetUids: [`${JSON.stringify(wrong)} is not the uid of a dataset, such as da_1a2b3c.`] });
  if (uids.length === 0 || uids.length > maxDatasets)
    failFields({ datasetUids: [`Give 1 to ${maxDatasets} datasets, or null for a key without this limit.`] });
  if (new Set(uids).size < uids.length) failFields({ datasetUids: ['Name each dataset once.'] });
}
