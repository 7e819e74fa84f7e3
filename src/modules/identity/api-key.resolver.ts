import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { CreateApiKeyInput, RevokeApiKeyInput, UpdateApiKeyInput } from './identity.inputs.ts';
import { ApiKey, ApiKeyPayload, CreateApiKeyPayload } from './api-key.type.ts';
import { createApiKey, revokeApiKey, type StoredKey, updateApiKey } from './api-keys.service.ts';
import { apiKeys } from './identity.source.ts';

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @Mutation(() => CreateApiKeyPayload, {
    description:
      'Creates a key for the caller, or with `administer` for any user. Its scopes never exceed those of the key in use. The new key stays valid when the key in use is revoked. A user may have at most 50 valid keys.',
  })
  @Declares({ needs: 'administer for keys of other users', fails: [] })
  @TakesInput(() => CreateApiKeyInput, 'The key.')
  async createApiKey(input: CreateApiKeyInput, ctx: RequestContext) {
    return lazyObject(createKeyPayload(ctx, await createApiKey(ctx, input)));
  }

  @Mutation(() => ApiKeyPayload, {
    description:
      'Changes a key of the caller, or with `administer` any key, from its next request on. Neither its present scopes nor the new ones may exceed those of the key in use.',
  })
  @Declares({ needs: 'administer for keys of other users', fails: ['NOT_FOUND'] })
  @TakesInput(() => UpdateApiKeyInput, 'The change.')
  async updateApiKey(input: UpdateApiKeyInput, ctx: RequestContext) {
    return lazyObject(keyPayload(ctx, await updateApiKey(ctx, input)));
  }

  @Mutation(() => ApiKeyPayload, {
    description:
      'Revokes a key of the caller, or with `administer` any key, at once and permanently. A key that is limited to datasets revokes only itself. Keys and schedules that were created with it remain, within its scopes: revoke the keys, which `viewer.keys` lists by creation time, and delete the schedules to end them too.',
  })
  @Declares({ needs: 'administer for keys of other users', fails: ['NOT_FOUND'] })
  @TakesInput(() => RevokeApiKeyInput, 'The key.')
  async revokeApiKey(input: RevokeApiKeyInput, ctx: RequestContext) {
    return lazyObject(keyPayload(ctx, await revokeApiKey(ctx, input)));
  }
}

const keyPayload = (ctx: RequestContext, uid: string) => ({
  apiKey: lazyRow(ctx, apiKeys, { uid }),
  apiKeyEdge: lazyEdge(ctx, apiKeys, { uid }),
});
const createKeyPayload = (ctx: RequestContext, { uid, text }: StoredKey) => ({
  ...keyPayload(ctx, uid),
  secret: () => text,
});
