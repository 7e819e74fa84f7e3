import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../api/context.ts';
import { lazyObject } from '../../../api/lazy-object.ts';
import { loadOne } from '../../../api/reading/load.ts';
import { deferRow } from '../../../api/reading/read.ts';
import type { Row } from '../../../api/reading/source.ts';
import { CreateApiKeyInput, RevokeApiKeyInput } from './api-key.inputs.ts';
import { ApiKey, ApiKeyPayload, CreateApiKeyPayload } from './api-key.type.ts';
import { revokeApiKey, type StoredKey } from './api-keys.service.ts';
import { createApiKey } from './create-api-key.ts';
import { apiKeys, ownerOfKey } from '../identity.source.ts';
import { RelatedUser } from '../users/related-user.type.ts';

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @FieldResolver(() => RelatedUser, {
    nullable: true,
    description: 'Whom the key speaks for; null when that user is gone meanwhile.',
  })
  owner(@Root() apiKey: Row<ApiKey>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, ownerOfKey, apiKey);
  }

  @Mutation(() => CreateApiKeyPayload, {
    description:
      "Makes a key for yourself, and with `administer` for anybody; never one wider than the key in use. It is the owner's and outlives the key that made it. A user has 50 valid keys at most.",
  })
  async createApiKey(
    @Arg('input', () => CreateApiKeyInput, { description: 'The key.' }) input: CreateApiKeyInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(createdKey(ctx, await createApiKey(ctx, input)));
  }

  @Mutation(() => ApiKeyPayload, {
    description:
      'Ends a key of yours, and with `administer` any, at once and for good. What was made with it stays: other keys, which `viewer.keys` lists with the time they were made, and schedules, which go on within what the key allowed; to end these too, revoke or delete them.',
  })
  async revokeApiKey(
    @Arg('input', () => RevokeApiKeyInput, { description: 'Which one.' }) input: RevokeApiKeyInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(changedKey(ctx, await revokeApiKey(ctx, input)));
  }
}

const changedKey = (ctx: RequestContext, uid: string) => ({ apiKey: deferRow(ctx, apiKeys, { uid }) });
const createdKey = (ctx: RequestContext, { uid, text }: StoredKey) => ({ ...changedKey(ctx, uid), secret: () => text });
