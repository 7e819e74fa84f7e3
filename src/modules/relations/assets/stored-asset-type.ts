import { registerEnumType } from 'type-graphql';
import type { AssetType } from './asset.entity.ts';

/** The types of assets that are neither datasets nor pages, as the graph's enum. The portal stores them itself. */
export const storedAssetTypeEnum = { map: 'map', chart: 'chart', external_asset: 'external_asset' } as const satisfies {
  [Type in AssetType]?: Type;
};
/** The type of an asset that is neither a dataset nor a page. */
export type StoredAssetType = keyof typeof storedAssetTypeEnum;
registerEnumType(storedAssetTypeEnum, {
  name: 'StoredAssetType',
  description: 'The type of an asset that is neither a dataset nor a page.',
  valuesConfig: {
    map: { description: 'A map.' },
    chart: { description: 'A chart.' },
    external_asset: { description: 'An asset outside this catalog.' },
  },
});

/** The names of the stored types. */
export const storedAssetTypes: readonly string[] = Object.keys(storedAssetTypeEnum);

/** Whether the portal stores assets of this type itself: all but datasets and pages, which have tables of their own. */
export const isStoredAssetType = (type: AssetType): type is StoredAssetType => type in storedAssetTypeEnum;
