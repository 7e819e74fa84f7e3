import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../../api/context.ts';
import type { Permission } from '../../api/permissions.ts';
import { newUid } from '../../kernel/ids.ts';
import { ApiKeyEntity } from './api-key.entity.ts';
import { hashOfKey } from './session-of-key.ts';
import { UserEntity } from './user.entity.ts';

/** What a new key is made for. */
export interface NewKey {
  readonly username: string;
  readonly label: string;
  /** The most that the key allows; null for all that its owner may do. */
  readonly permissions: readonly Permission[] | null;
  readonly expiresAt?: Date | null;
  /** The key's text, where it is given from outside. */
  readonly text?: string | undefined;
}

/** Stores a new key and answers its text, which is told only this once. */
export function storeKey(tx: RequestContext, { username, label, permissions, expiresAt = null, text = newKeyText() }: NewKey): { uid: string; text: string } {
  const uid = newUid('apiKey');
  tx.em.create(ApiKeyEntity, {
    uid, label, owner: tx.em.getReference(UserEntity, username), hash: hashOfKey(text),
    permissions: permissions === null ? null : [...permissions], expiresAt, createdAt: tx.app.clock.now(),
  });
  return { uid, text };
}

/** 256 random bits. */
const newKeyText = (): string => randomBytes(32).toString('base64url');
