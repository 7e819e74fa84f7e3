import { hash } from 'node:crypto';
import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';

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
 *
 * Earlier versions of the service stored the digest and n, 4 bytes, in place of the identifier: an unkeyed identifier. `generation.keyed_count` counts
 * the records, from the first position on, that have keyed ones; `key-record-ids.job.ts` replaces the others.
 */
export class RecordIdentity {
  /** The blocks that HMAC hashes: a padded key and a message. One-shot hashes of them take half the time of an Hmac object. */
  readonly #inner: Buffer;
  readonly #outer: Buffer;

  /** `key` has up to 64 bytes. */
  constructor(key: Uint8Array) {
    this.#inner = Buffer.concat([padOf(key, 0x36), Buffer.alloc(idBytes + 4)]);
    this.#outer = Buffer.concat([padOf(key, 0x5c), Buffer.alloc(hashBytes)]);
  }

  /** The identifier of the n-th record after the first one with a digest, in hexadecimal. `digest` has a character for each byte. */
  idOf(digest: string, n = 0): string {
    this.#inner.write(digest, blockBytes, digestBytes, 'latin1');
    const first = this.#hmac(digestBytes);
    if (n === 0) return first;
    this.#inner.write(first, blockBytes, idBytes, 'hex');
    this.#inner.writeUInt32BE(n, blockBytes + idBytes);
    return this.#hmac(idBytes + 4);
  }

  /** The HMAC of the first bytes of the message, in hexadecimal. */
  #hmac(length: number): string {
    const inner = hash('sha256', this.#inner.subarray(0, blockBytes + length), 'latin1');
    this.#outer.write(inner, blockBytes, hashBytes, 'latin1');
    return hash('sha256', this.#outer).slice(0, 2 * idBytes);
  }

  /** The identifier of the first record with a digest; this and the following read and return values of the type bytea. */
  firstSql(digest: Sql): Sql {
    return this.#hmacSql(digest);
  }

  /** The identifier of the n-th record after the first one with a digest, from the identifier of the first; `n` has 4 bytes. */
  repeatedSql(first: Sql, n: Sql): Sql {
    return sql`case when ${n} = '\\x00000000' then ${first} else ${this.#hmacSql(sql`${first} || ${n}`)} end`;
  }

  /** The identifier of a record from its unkeyed one. */
  keyedSql(unkeyed: Sql): Sql {
    const first = this.firstSql(sql`substring(${unkeyed} for ${sqlText(String(digestBytes))})`);
    return this.repeatedSql(first, sql`substring(${unkeyed} from ${sqlText(String(digestBytes + 1))})`);
  }

  #hmacSql(message: Sql): Sql {
    const [inner, outer] = [this.#inner, this.#outer].map(
      (block) => sql`decode(${block.toString('hex', 0, blockBytes)}, 'hex')`,
    );
    return sql`substring(sha256(${outer} || sha256(${inner} || ${message})) for ${sqlText(String(idBytes))})`;
  }
}

/** The identity of the records of a dataset. */
export const recordIdentityOf = (secrets: Pick<Secrets, 'deriveKey'>, datasetUid: string): RecordIdentity =>
  new RecordIdentity(secrets.deriveKey(`record ids of ${datasetUid}`));

const padOf = (key: Uint8Array, pad: number): Buffer =>
  Buffer.from(Array.from({ length: blockBytes }, (_, index) => (key[index] ?? 0) ^ pad));
