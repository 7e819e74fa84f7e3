import { fail } from '../../kernel/fail.ts';
import {
  RetrieveCatalogAssetDocument,
  ListAssetSourcesDocument,
  ListAssetUsesDocument,
} from '../generated/operations.ts';
import { one, page } from '../responders/responders.ts';
import type { RestInput } from '../rest-input.ts';
import { route } from '../route.ts';
import { boolean, list, pageVariables, wireName } from '../wire-values.ts';

interface Shown<Asset> {
  readonly asset: Asset | null;
  readonly portalSettings: { readonly isMarketplaceEnabled: boolean };
}

/** The asset, where the portal shows how assets are related; fails MARKETPLACE_DISABLED where it does not. */
const related = <Asset>({ asset, portalSettings }: Shown<Asset>): Asset | null =>
  asset && !portalSettings.isMarketplaceEnabled ? fail('MARKETPLACE_DISABLED') : asset;

const shown = route({
  method: 'GET',
  path: '/assets/{asset_uid}/',
  operation: RetrieveCatalogAssetDocument,
  variables: ({ path }) => ({ asset_uid: path['asset_uid'] }),
  respond: one(related),
});

const variables = (input: RestInput) => {
  const { relation_type, category, is_showcase } = input.query;
  return {
    asset_uid: input.path['asset_uid'],
    ...pageVariables(input),
    relation_type: list(relation_type),
    category,
    is_showcase: boolean(is_showcase),
  };
};

/** A parameter that is repeated has one name. */
const fieldName = (field: string): string => wireName(field.replace(/\.\d+$/, ''));

/** How assets are related (docs/contract/rest.md 3, Asset relations). */
export const relationRoutes = [
  route({
    method: 'GET',
    path: '/assets/{asset_uid}/uses/',
    operation: ListAssetUsesDocument,
    part: shown,
    variables,
    fieldName,
    respond: page((data) => related(data)?.uses),
  }),
  route({
    method: 'GET',
    path: '/assets/{asset_uid}/sources/',
    operation: ListAssetSourcesDocument,
    part: shown,
    variables,
    fieldName,
    respond: page((data) => related(data)?.sources),
  }),
];
