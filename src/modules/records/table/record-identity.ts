import { hash } from 'node:crypto';
import type { Secrets } from '#platform/secrets.ts';

/** The bytes of an identifier: 40 hexadecimal digits on the wire. */
const idBytes = 20;
/** The bytes of the digest of a record's values. */
export const digestBytes = 16;
/** The bytes of a block of SHA-256, and of a hash. */
const blockBytes = 64;
const hashBytes = 32;

/**
 * The identifiers of the records of one dataset (docs/contract/explore.md 4). Everything about them is here, so that a record keeps its
 * identifier wherever records are stored:
 *
 * - The key is derived from a random secret of the catalog, which is stored encrypted, and the uid of the dataset. Without the key an
 *   identifier neither reveals values nor confirms a guess; with the uid, no other dataset of the catalog answers guesses either.
 * - The digest is the beginning of the SHA-256 of the identifying values in canonical form, which `RecordEncoder` writes.
 * - The first record with a digest has the identifier HMAC-SHA-256(key, digest), cut to 20 bytes. The n-th record after it with the same
 *   digest has HMAC-SHA-256(key, identifier of the first, n in 4 bytes), so identifiers do not show either which records are equal.
 */
export class RecordIdentity {
  /** The blocks that HMAC hashes: a padded key and a message. One-shot hashes of them take half the time of an Hmac object. */
  readonly #inner: Buffer;
  readonly #outer: Buffer;
  /** The blocks with a digest, and with the identifier of a first record and a number. */
  readonly #innerOfFirst: Buffer;
  readonly #innerOfRepeated: Buffer;

  /** `key` has up to 64 bytes. */
  constructor(key: Uint8Array) {
    this.#inner = Buffer.concat([padOf(key, 0x36), Buffer.alloc(idBytes + 4)]);
    this.#outer = Buffer.concat([padOf(key, 0x5c), Buffer.alloc(hashBytes)]);
    this.#innerOfFirst = this.#inner.subarray(0, blockBytes + digestBytes);
    this.#innerOfRepeated = this.#inner.subarray(0, blockBytes + idBytes + 4);
  }

  /** The identifier of the first record with a digest, in hexadecimal. `digest` has a character for each byte. */
  idOf(digest: string): string {
    this.#inner.write(digest, blockBytes, digestBytes, 'latin1');
    return this.#hmac(this.#innerOfFirst);
  }

  /** The identifier of the n-th record after the first one with its digest, whose identifier is `first`, both in hexadecimal. */
  repeatedIdOf(first: string, n: number): string {
    if (n === 0) return first;
    this.#inner.write(first, blockBytes, idBytes, 'hex');
    this.#inner.writeUInt32BE(n, blockBytes + idBytes);
    return this.#hmac(this.#innerOfRepeated);
  }

  /** The HMAC of a message, in hexadecimal. */
  #hmac(message: Buffer): string {
    const inner = hash('sha256', message, 'latin1');
    this.#outer.write(inner, blockBytes, hashBytes, 'latin1');
    return hash('sha256', this.#outer).slice(0, 2 * idBytes);
  }
}

/** The identity of the records of a dataset. */
export const recordIdentityOf = (secrets: Pick<Secrets, 'deriveKey'>, datasetUid: string): RecordIdentity =>
  new RecordIdentity(secrets.deriveKey(`record ids of ${datasetUid}`));

const padOf = (key: Uint8Array, pad: number): Buffer =>
  Buffer.from(Array.from({ length: blockBytes }, (_, index) => (key[index] ?? 0) ^ pad));
