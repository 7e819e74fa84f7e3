import type { RequestContext } from '../../api/context.ts';
import { fail } from '../../kernel/fail.ts';
import { changeProviders, makeRoomForDefault } from './change-providers.ts';
import { IdentityProviderEntity } from './identity-provider.entity.ts';
import type { UpdateIdentityProviderInput } from './identity-provider.inputs.ts';
import { checkProvider, labelsOf } from './identity-provider.rules.ts';
import { providerTypes } from './provider-types.ts';

/** Changes a provider and answers its uid; fails UNAUTHORIZED, PERMISSION_DENIED without `administer`, NOT_FOUND, INVALID_INPUT. */
export const updateIdentityProvider = (ctx: RequestContext, input: UpdateIdentityProviderInput): Promise<string> =>
  changeProviders(ctx, async (tx) => {
    const { uid, type, name, loginLink, labels, isDefaultLogin, isActive } = input;
    const provider = (await tx.em.findOne(IdentityProviderEntity, { uid })) ?? fail('NOT_FOUND');
    checkProvider(input);
    if (isDefaultLogin === true && !provider.isDefaultLogin) await makeRoomForDefault(tx);
    if (type) tx.em.assign(provider, { type, place: providerTypes.indexOf(type) });
    provider.name = name ?? provider.name;
    provider.loginLink = loginLink ?? provider.loginLink;
    provider.labels = labels ? labelsOf(labels) : provider.labels;
    if (isDefaultLogin !== undefined) provider.isDefaultLogin = isDefaultLogin ?? false;
    if (isActive !== undefined) provider.isActive = isActive ?? true;
    return uid;
  });
