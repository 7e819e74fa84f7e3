import type { StoredAnswer } from '#api/context.ts';
import { DecryptionFailed, type Encryption, type SecretRecord } from '#platform/encryption.ts';

/** What encrypts answers. */
interface AnswerEncryption {
  readonly secrets: Encryption;
}

/** The maximum length of a stored body, in characters. */
const maxBodyLength = 128 * 1024;

/** Encrypts an answer, which may hold an API key that is shown once; null for one that is too large to be stored. */
export const encryptAnswer = (
  { secrets }: AnswerEncryption,
  { status, headers, body }: StoredAnswer,
  uid: string,
): string | null => (body.length > maxBodyLength ? null : secrets.encrypt({ status, headers, body }, recordOf(uid)));

/** Decrypts an answer; undefined where the key of secrets was lost. */
export function decryptAnswer({ secrets }: AnswerEncryption, answer: string, uid: string): StoredAnswer | undefined {
  try {
    // `encryptAnswer` encrypted an answer for this record.
    return secrets.decrypt(answer, recordOf(uid)) as StoredAnswer;
  } catch (error) {
    if (error instanceof DecryptionFailed) return undefined;
    throw error;
  }
}

const recordOf = (uid: string): SecretRecord => ({ table: 'idempotency_key', uid });
