import { registerEnumType } from 'type-graphql';
import type { AssetType } from './asset.entity.ts';

/** The types of assets that only the portal stores, as the graph's enum. */
export const storedAssetTypeEnum = { map: 'map', chart: 'chart', external_asset: 'external_asset' } as const satisfies {
  [Type in AssetType]?: Type;
};
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

/** Their names. */
export const storedAssetTypes: readonly string[] = Object.keys(storedAssetTypeEnum);

/** Whether only the portal stores assets of this type. */
export const isStored = (type: AssetType): type is StoredAssetType => type in storedAssetTypeEnum;
