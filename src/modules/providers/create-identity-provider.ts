import type { RequestContext } from '../../api/context.ts';
import { newUid } from '../../kernel/ids.ts';
import { changeProviders, makeRoomForDefault } from './change-providers.ts';
import { IdentityProviderEntity } from './identity-provider.entity.ts';
import type { CreateIdentityProviderInput } from './identity-provider.inputs.ts';
import { checkProvider, labelsOf } from './identity-provider.rules.ts';
import { providerTypes } from './provider-types.ts';

/** Adds a provider and answers its uid; fails UNAUTHORIZED, PERMISSION_DENIED without `administer`, INVALID_INPUT. */
export const createIdentityProvider = (ctx: RequestContext, input: CreateIdentityProviderInput): Promise<string> =>
  changeProviders(ctx, async (tx) => {
    checkProvider(input);
    const { type, name, loginLink, labels } = input;
    const isDefaultLogin = input.isDefaultLogin ?? false;
    if (isDefaultLogin) await makeRoomForDefault(tx);
    const uid = newUid('identityProvider');
    tx.em.create(IdentityProviderEntity, {
      uid,
      type,
      place: providerTypes.indexOf(type),
      name,
      loginLink,
      labels: labelsOf(labels),
      isDefaultLogin,
      isActive: input.isActive ?? true,
    });
    return uid;
  });
