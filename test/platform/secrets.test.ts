import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Json, toPlainJson } from '#kernel/json.ts';
import { readOrCreateKey } from '#platform/secrets.ts';
import { createEncryption, DecryptionFailed, readKey, UnknownKey } from '#platform/encryption.ts';

const record = { table: 'connection', uid: 'co_000000' };
const key = randomBytes(32);
const secrets = createEncryption([key]);

const folder = await mkdtemp(join(tmpdir(), 'catalograph-secrets-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('An encrypted text', () => {
  test('is decrypted for the record that it was encrypted for, whatever it contains', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const sealed = secrets.encrypt(toPlainJson(value as Json), record);
        expect(sealed.startsWith('{')).toBe(false);
        expect(secrets.decrypt(sealed, record)).toEqual(toPlainJson(value));
      }),
    );
  });

  test('reveals nothing of its content, and is different each time', () => {
    const sealed = secrets.encrypt('s3cret-s3cret-s3cret', record);
    expect(sealed).not.toContain('s3cret');
    expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('s3cret');
    expect(secrets.encrypt('s3cret-s3cret-s3cret', record)).not.toBe(sealed);
  });

  test.each([
    ['another uid', { ...record, uid: 'co_000001' }],
    ['another table', { ...record, table: 'resource' }],
    ['names that join alike', { table: 'connectionc', uid: 'o_000000' }],
  ])('cannot be opened for a record with %s', (_what, other) => {
    expect(() => secrets.decrypt(secrets.encrypt('x', record), other)).toThrow(DecryptionFailed);
  });

  test('cannot be decrypted with another key', () => {
    expect(() => createEncryption([randomBytes(32)]).decrypt(secrets.encrypt('x', record), record)).toThrow(
      DecryptionFailed,
    );
  });

  test('cannot be decrypted once it was modified anywhere', () => {
    const sealed = secrets.encrypt({ password: 's3cret' }, record);
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom('A', 'b', '0', '-', '.', ''), (index, other) => {
        const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
        // the last letters of base64 may stand for the same bytes
        const isSame =
          Buffer.from(changed.slice(3), 'base64url').equals(Buffer.from(sealed.slice(3), 'base64url')) &&
          changed.startsWith('v1.');
        if (!isSame) expect(() => secrets.decrypt(changed, record)).toThrow(DecryptionFailed);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => secrets.decrypt(text, record)).toThrow(DecryptionFailed);
      }),
    );
  });
});

describe('A ring of keys', () => {
  const next = randomBytes(32);

  test('encrypts with the first key, and decrypts with all of them', () => {
    const ring = createEncryption([next, key]);
    expect(ring.decrypt(secrets.encrypt('before', record), record)).toBe('before');
    const sealed = ring.encrypt('after', record);
    expect(sealed.startsWith(ring.currentPrefix)).toBe(true);
    for (const keys of [[next], [key, next], [next, key]])
      expect(createEncryption(keys).decrypt(sealed, record)).toBe('after');
  });

  test('says when a text needs a key that it does not have', () => {
    const sealed = createEncryption([next, key]).encrypt('x', record);
    expect(() => secrets.decrypt(sealed, record)).toThrow(UnknownKey);
  });
});

describe('A key', () => {
  test.each([
    ['base64', key.toString('base64')],
    ['base64url', key.toString('base64url')],
    ['hexadecimal', key.toString('hex').toUpperCase()],
    ['lines', `${key.toString('base64')}\n`],
  ])('is read from %s', (_form, text) => {
    expect(readKey(text)).toEqual(key);
  });

  test.each([
    '',
    'x',
    key.toString('hex').slice(2),
    key.toString('base64').slice(4),
    `${key.toString('base64')}AAAA`,
    'é'.repeat(43),
  ])('is not read from %j', (text) => {
    expect(readKey(text)).toBeUndefined();
  });

  test('A key of a folder is created once, for its owner alone, by any number of concurrent starts', async () => {
    const dataDir = join(folder, 'new', 'folder');
    const keys = await Promise.all(Array.from({ length: 8 }, () => readOrCreateKey(dataDir)));
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
    expect((await stat(join(dataDir, 'secrets.key'))).mode & 0o777).toBe(0o600);
    expect(readKey(await readFile(join(dataDir, 'secrets.key'), 'utf8'))).toEqual(keys[0]);
  });

  test('A key of a folder is never replaced: an invalid file is a SetupError', async () => {
    await writeFile(join(folder, 'secrets.key'), 'broken');
    await expect(readOrCreateKey(folder)).rejects.toThrow(/secrets\.key does not hold a key.*SECRETS_KEY/);
    expect(await readFile(join(folder, 'secrets.key'), 'utf8')).toBe('broken');
  });
});
