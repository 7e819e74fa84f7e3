import { fail } from '#kernel/fail.ts';
import { RetrieveAssetDocument, ListAssetSourcesDocument, ListAssetUsesDocument } from '#rest/generated/operations.ts';
import { fromPath, fromQuery, pageVariables, parseBoolean, parseList } from '#rest/request/request-value.ts';
import { object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

/** The properties of an asset and of the portal that the operations on relations read. */
interface AssetAnswer {
  readonly asset: object | null;
  readonly portalSettings: { readonly isMarketplaceEnabled: boolean };
}

/** Fails MARKETPLACE_DISABLED where the portal does not show relations. */
function checkMarketplace({ asset, portalSettings }: AssetAnswer): void {
  if (asset && !portalSettings.isMarketplaceEnabled) fail('MARKETPLACE_DISABLED');
}

const retrieveAsset = route(RetrieveAssetDocument, {
  operationId: 'RetrieveCatalogAsset',
  method: 'GET',
  path: '/assets/{asset_uid}/',
  isPublic: true,
  variables: { asset_uid: fromPath('asset_uid') },
  respond: object('asset', { check: checkMarketplace }),
});

const relationVariables = {
  asset_uid: fromPath('asset_uid'),
  ...pageVariables,
  relation_type: fromQuery('relation_type', { parse: parseList, isList: true }),
  category: fromQuery('category'),
  is_showcase: fromQuery('is_showcase', { parse: parseBoolean }),
};

/** Relations between assets (docs/contract/rest.md 3, Asset relations). */
export const relationRoutes = [
  route(ListAssetUsesDocument, {
    method: 'GET',
    path: '/assets/{asset_uid}/uses/',
    isPublic: true,
    needs: { target: retrieveAsset },
    variables: relationVariables,
    respond: page('asset.uses', { check: checkMarketplace }),
  }),
  route(ListAssetSourcesDocument, {
    method: 'GET',
    path: '/assets/{asset_uid}/sources/',
    isPublic: true,
    needs: { target: retrieveAsset },
    variables: relationVariables,
    respond: page('asset.sources', { check: checkMarketplace }),
  }),
];
